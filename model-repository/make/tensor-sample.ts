/** The first sample of a model of tensors: a request of zeros. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonZero, type Tensor } from '../../functions/inference/model/tensors.ts';
import type { TriedModel } from './try-model.ts';

const FILE = 'zeros.json';
/** Larger requests are made of files by programs, not read by people. */
const MOST_ELEMENTS = 100_000;

/**
 * Writes a sample without a label into a model's folder that has no samples, so that load tests have something to send.
 *
 * @returns its path; undefined where there are samples already, or zeros would be too many
 */
export async function writeTensorSample(
  directory: string,
  { model }: TriedModel,
): Promise<string | undefined> {
  const folder = path.join(directory, 'samples');
  const blank = Object.entries(await model.ensemble.pipeline.blank()(0));
  const elements = blank.reduce((sum, [, { data }]) => sum + data.length, 0);
  if (existsSync(folder) || elements > MOST_ELEMENTS) return undefined;
  const inputs = blank.map(([name, tensor]) => ({ name, ...zerosLike(tensor) }));
  await mkdir(folder);
  await writeFile(path.join(folder, FILE), `${JSON.stringify({ inputs })}\n`);
  await writeFile(
    path.join(folder, 'labels.json'),
    `${JSON.stringify([{ file: FILE, shown: 'zeros' }], undefined, 2)}\n`,
  );
  return path.join(folder, FILE);
}

function zerosLike({ datatype, shape, data }: Tensor) {
  const zero = jsonZero(datatype);
  return { datatype, shape, data: Array.from({ length: data.length }, () => zero) };
}
