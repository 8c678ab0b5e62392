/** Models of a few kilobytes that are nothing like the committed ones. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { TINY_ENSEMBLE } from '../../functions/support/tiny.ts';

export const LONG_LABEL = 'a red-crowned crane, standing on one leg in shallow water';

/** Tells colours apart, gives them long names, and has no hint. */
const BIRDS = {
  model: 'birds',
  pipeline: 'image-classification',
  title: 'Birds of the wetlands',
  contracts: ['predictions'],
  input: { width: 8, height: 8 },
  labels: { file: 'birds.txt' },
  members: [
    { name: 'a member with a rather long name, too', file: 'third.onnx' },
    { name: 'second', file: 'second.onnx' },
  ],
};

/** The same without a contract for pictures alone. */
const PLAIN_BIRDS = { ...BIRDS, model: 'plain-birds', title: 'Birds, plainly', contracts: [] };

/** The same models, as tensors. */
const TENSORS = {
  model: 'tensors',
  pipeline: 'tensor',
  title: 'Colours as tensors',
  hint: 'Send pixels.',
  members: [
    { name: 'first', file: 'first.onnx' },
    { name: 'second', file: 'second.onnx', weight: 3 },
  ],
};

const SIDE = 8;
const RED_PIXELS = Array.from({ length: SIDE * SIDE }, () => [200, 0, 0]).flat();

/** The pixels of a picture that is red all over, as a request. */
export const RED_REQUEST = {
  inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1, SIDE, SIDE, 3], data: RED_PIXELS }],
};

/** A picture that the first label is the response to. */
export function redPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c80000' } })
    .png()
    .toBuffer();
}

/** Makes all three models. @returns their folders */
export async function makeTinyModels(folder: string): Promise<string[]> {
  const picture = await redPicture(SIDE, SIDE);
  const request = Buffer.from(JSON.stringify(RED_REQUEST));
  return Promise.all([
    makeModel(folder, BIRDS, 'red.png', picture),
    makeModel(folder, TENSORS, 'red.json', request),
    makeModel(folder, PLAIN_BIRDS, 'red.png', picture),
  ]);
}

async function makeModel(
  folder: string,
  manifest: { model: string },
  sample: string,
  bytes: Buffer,
): Promise<string> {
  const model = path.join(folder, manifest.model);
  await cp(TINY_ENSEMBLE, model, { recursive: true });
  await writeFile(path.join(model, 'ensemble.json'), JSON.stringify(manifest));
  await writeFile(path.join(model, 'birds.txt'), `${LONG_LABEL}\nheron\nkingfisher\nstork\n`);
  await mkdir(path.join(model, 'samples'), { recursive: true });
  await writeFile(path.join(model, 'samples', sample), bytes);
  const labels = [{ file: sample, label: LONG_LABEL }];
  await writeFile(path.join(model, 'samples', 'labels.json'), JSON.stringify(labels));
  return model;
}
