/** Models of a few kilobytes, made from the tiny ensemble with other fields in `ensemble.json`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { plain } from '../../functions/support/pictures.ts';
import { tinyModel } from '../../support/tiny-model.ts';

export const LONG_LABEL = 'a red-crowned crane, standing on one leg in shallow water';

/** The tiny ensemble with other names and labels, one of the labels long, and with neither a hint nor a reject label. */
const BIRDS = {
  model: 'birds',
  title: 'Birds of the wetlands',
  contracts: ['predictions'],
  reject: undefined,
  labels: { file: 'birds.txt' },
  members: [
    { name: 'a member with a rather long name, too', file: 'third.onnx' },
    { name: 'second', file: 'second.onnx' },
  ],
};

/** The same model without a contract for pictures. */
const PLAIN_BIRDS = { ...BIRDS, model: 'plain-birds', title: 'Birds, plainly', contracts: [] };

/** A member of the tiny ensemble as a model of tensors. */
const TENSORS = {
  model: 'tensors',
  pipeline: 'tensor',
  title: 'Colours as tensors',
  hint: 'Send pixels.',
  contracts: undefined,
  ...{ input: undefined, labels: undefined, reject: undefined },
  members: [{ name: 'first', file: 'first.onnx' }],
};

const SIDE = 8;
const RED_PIXELS = Array.from({ length: SIDE * SIDE }, () => [200, 0, 0]).flat();

/** A request with the pixels of a red picture. */
export const RED_REQUEST = {
  inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1, SIDE, SIDE, 3], data: RED_PIXELS }],
};

/** A picture that gets the first label. */
export function redPicture(width: number, height: number): Promise<Buffer> {
  return plain('#c80000', width, height).png().toBuffer();
}

/** Creates all three models. @returns their folders */
export async function makeTinyModels(): Promise<string[]> {
  const picture = { file: 'red.png', content: await redPicture(SIDE, SIDE), label: LONG_LABEL };
  const request = { file: 'red.json', content: JSON.stringify(RED_REQUEST), label: LONG_LABEL };
  const folders = [tinyModel(BIRDS, picture), tinyModel(TENSORS, request), tinyModel(PLAIN_BIRDS, picture)];
  for (const folder of folders)
    writeFileSync(path.join(folder, 'birds.txt'), `${LONG_LABEL}\nheron\nkingfisher\nstork\n`);
  return folders;
}
