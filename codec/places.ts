import { join } from 'node:path';
import { projectDirectory } from '../project/places.ts';

/** Our own C, beside libjpeg-turbo's. */
export const sourceDirectory = join(import.meta.dirname, 'source');

/** What is built and committed. */
export const moduleFile = join(
  projectDirectory,
  'functions/inference/pipelines/image-classification/picture/wasm/pictures.wasm',
);

/** What the committed module was built from. */
export const recordFile = join(import.meta.dirname, 'built.json');
