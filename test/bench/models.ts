/** Models that load in a millisecond, with a sample each. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';

const SHAPE = [1, 8, 8, 3];

/** Makes a folder of the tiny ensemble with a red picture. */
export async function colourModel(directory: string): Promise<void> {
  const create = { width: 20, height: 20, channels: 3, background: '#ff0000' } as const;
  makeModel(directory, 'red.jpg', await sharp({ create }).jpeg().toBuffer(), '一');
}

/** Makes a folder of the tiny ensemble with a large picture of noise, which takes libvips far longer than members take. */
export async function photographModel(directory: string): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 800, height: 600, channels: 3, background: '#ffffff', noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  makeModel(directory, 'noise.png', picture);
  return picture;
}

/** Makes a folder of the same members as a model of named tensors, with a black picture. */
export function tensorModel(directory: string): void {
  const data = Array<number>(SHAPE.reduce((product, size) => product * size)).fill(0);
  const request = { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: SHAPE, data }] };
  makeModel(directory, 'black.json', JSON.stringify(request));
  const file = join(directory, 'ensemble.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const own = { model: 'tensors', pipeline: 'tensor', contracts: [], shapes: { pixels: SHAPE } };
  writeFileSync(file, JSON.stringify({ ...manifest, ...own }));
}

function makeModel(directory: string, file: string, sample: Buffer | string, label?: string): void {
  const samples = join(directory, 'samples');
  cpSync(TINY_ENSEMBLE, directory, { recursive: true });
  mkdirSync(samples);
  writeFileSync(join(samples, file), sample);
  writeFileSync(join(samples, 'labels.json'), JSON.stringify([{ file, label }]));
}
