/** Folders of the tiny ensemble, which loads within milliseconds. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { plain, RED } from '../functions/support/pictures.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { changeManifest, type SampleFile, writeSamples } from './fixtures.ts';
import { newFolder } from './new-folder.ts';

/** @param fields replace fields of the tiny ensemble's `ensemble.json`; undefined removes a field */
export function tinyModel(
  fields: Parameters<typeof changeManifest>[1] = {},
  ...samples: SampleFile[]
): string {
  const folder = path.join(newFolder(), 'model' in fields ? String(fields.model) : 'colours');
  cpSync(TINY_ENSEMBLE, folder, { recursive: true });
  changeManifest(folder, fields);
  if (samples.length > 0) writeSamples(path.join(folder, 'samples'), samples);
  return folder;
}

/** The tiny ensemble with red pictures as its samples, which its members label 一. */
export async function redModel(labels: readonly string[] = ['一'], fields: object = {}): Promise<string> {
  const content = await plain(RED).png().toBuffer();
  const samples = labels.map((label, index) => ({ file: `${index}.png`, content, label }));
  return tinyModel(fields, ...samples);
}

const SHAPE = [1, 8, 8, 3];

/** Fields that turn the tiny ensemble's first member into a model of named tensors. */
export const TENSORS = {
  model: 'tensors',
  pipeline: 'tensor',
  contracts: [],
  shapes: { pixels: SHAPE },
  ...{ input: undefined, labels: undefined, reject: undefined },
  members: [{ name: 'first', file: 'first.onnx' }],
};

/** The model of `TENSORS` with a black picture as its sample. @param fields more fields of its `ensemble.json` */
export function tensorModel(fields: Readonly<Record<string, unknown>> = {}): string {
  const request = { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: SHAPE, data: Array(192).fill(0) }] };
  return tinyModel({ ...TENSORS, ...fields }, { file: 'black.json', content: JSON.stringify(request) });
}
