/** What is built and committed, and what it was built from. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../project/places.ts';

/** Our own C, beside libjpeg-turbo's. */
export const sourceDirectory = join(import.meta.dirname, 'source');

export const moduleFile = join(
  projectDirectory,
  'functions/inference/pipelines/image-classification/picture/wasm/pictures.wasm',
);

/** Holds the record of the committed module. */
export const recordFile = join(import.meta.dirname, 'built.json');

/** What a module was built with and from: versions, and SHA-256 (hex). */
export interface BuildRecord {
  readonly compiler: string;
  /** Of libjpeg-turbo's archive. */
  readonly archive: string;
  /** Of our own sources, names included. */
  readonly sources: string;
  readonly module: string;
}

/** Hashes our own sources as they are now, however a checkout ends its lines. */
export function hashSources(): string {
  const files = readdirSync(sourceDirectory).sort();
  return hash(
    'sha256',
    files
      .map((file) => `${file}\0${readFileSync(join(sourceDirectory, file), 'utf8').replaceAll('\r', '')}\0`)
      .join(''),
  );
}

/** SHA-256 of a file, such as the module as it is now. */
export function hashFile(file: string): string {
  return hash('sha256', readFileSync(file));
}
