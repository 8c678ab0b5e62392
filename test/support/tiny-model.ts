/** Folders of the tiny ensemble, which loads within a millisecond. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plain, RED } from '../functions/support/pictures.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from './new-folder.ts';

interface TinySample {
  readonly file: string;
  readonly content: Buffer | string;
  readonly label?: string;
  readonly shown?: boolean | undefined;
}

/** @param fields replace fields of its `ensemble.json`; an undefined one is removed */
export function tinyModel(fields: Readonly<Record<string, unknown>>, ...samples: TinySample[]): string {
  const folder = path.join(newFolder(), String(fields.model ?? 'colours'));
  cpSync(TINY_ENSEMBLE, folder, { recursive: true });
  const manifest = path.join(folder, 'ensemble.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), ...fields }));
  if (samples.length === 0) return folder;
  mkdirSync(path.join(folder, 'samples'));
  for (const { file, content } of samples) writeFileSync(path.join(folder, 'samples', file), content);
  const labels = samples.map(({ content: _, ...about }) => about);
  writeFileSync(path.join(folder, 'samples', 'labels.json'), JSON.stringify(labels));
  return folder;
}

/** The tiny ensemble with a red picture as its sample. */
export async function colourModel(): Promise<string> {
  return tinyModel({}, { file: 'red.jpg', content: await plain(RED).jpeg().toBuffer(), label: '一' });
}

const SHAPE = [1, 8, 8, 3];

/** Fields that turn the same members into a model of named tensors. */
export const TENSORS = {
  model: 'tensors',
  pipeline: 'tensor',
  contracts: [],
  shapes: { pixels: SHAPE },
  ...{ input: undefined, labels: undefined, reject: undefined },
  members: [{ name: 'first', file: 'first.onnx' }],
};

/** The same model with a black picture as its sample. @param fields more fields of its `ensemble.json` */
export function tensorModel(fields: Readonly<Record<string, unknown>> = {}): string {
  const request = { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: SHAPE, data: Array(192).fill(0) }] };
  return tinyModel({ ...TENSORS, ...fields }, { file: 'black.json', content: JSON.stringify(request) });
}
