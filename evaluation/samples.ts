/** Samples to evaluate, from a `labels.json`, or from pictures in `<label>/<name>` folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../functions/inference/contracts/samples.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { listedSamples } from '../model-repository/request-source.ts';
import { UsageError } from '../project/usage-error.ts';
import { type EvaluationOptions, sampleOptions } from './options.ts';

/** A sample whose label is known. */
export interface LabelledSample {
  readonly label: string;
  /** `<label>/<file>`, the same for a folder and a list. */
  readonly name: string;
  read(): Promise<Sample>;
}

/** Lists the samples of a folder, sorted by name. A `labels.json` at any depth describes its whole folder. @throws {UsageError} */
export function listSamples(folder: string): LabelledSample[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is not a folder; --images needs one with pictures as <label>/<name>`);
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const lists = files.filter((file) => path.basename(file) === 'labels.json');
  const pictures = files.filter((file) => mediaTypeOf(file).startsWith('image/'));
  const named = pictures.map((file) => ({ file, label: path.basename(path.dirname(file)) }));
  const found = lists.length > 0 ? lists.flatMap((list) => readList(folder, list)) : named;
  if (found.length === 0) {
    throw new UsageError(`no samples in ${folder}; expected pictures as <label>/<name>, or a labels.json`);
  }
  const samples = found.map(({ file, label }) => {
    const name = `${label}/${path.basename(file)}`;
    const read = async () => {
      return { name, label, mediaType: mediaTypeOf(file), bytes: await readFile(path.join(folder, file)) };
    };
    return { label, name, read };
  });
  return samples.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The labelled samples of a `labels.json`. @throws {UsageError} if a file is missing */
function readList(folder: string, list: string) {
  return listedSamples(readFileSync(path.join(folder, list), 'utf8'), list).flatMap(
    ({ file: name, label }) => {
      if (label === undefined) return [];
      const file = path.join(path.dirname(list), name);
      if (!existsSync(path.join(folder, file)))
        throw new UsageError(`${list} lists ${name}, which does not exist`);
      return [{ file, label }];
    },
  );
}

/** The samples with a label. */
export function labelledOf(samples: readonly Sample[]): LabelledSample[] {
  return samples.flatMap((sample) => {
    const { name, label } = sample;
    if (label === undefined) return [];
    return { label, name: `${label}/${path.basename(name)}`, read: async () => sample };
  });
}

/** The samples that options name, by default all. @throws {Error} if there is none */
export function onlyNamed<Named extends { readonly name: string }>(
  { directory, manifest }: FoundModel,
  { only: names, images, csv, pairs }: EvaluationOptions,
  found: readonly Named[],
): Named[] {
  const place = images ?? csv ?? pairs ?? path.relative('.', path.join(directory, 'samples'));
  if (found.length === 0) {
    const others = sampleOptions(manifest.pipeline).join(' or ');
    const way = others === '' ? '' : `, or name other samples with ${others}`;
    throw new Error(`no sample in ${place} has a label: add labels to its labels.json${way}`);
  }
  const samples = found.filter(({ name }) => names === undefined || names.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample in ${place}; expected names such as "${found[0]?.name}"`);
}
