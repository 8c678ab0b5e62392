/** Samples to evaluate, from a `labels.json`, or from pictures in `<label>/<name>` folders or in a zip of them. */
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../functions/inference/contracts/samples.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { listedSamples } from '../model-repository/request-source.ts';
import { UsageError } from '../project/usage-error.ts';
import type { EvaluationOptions } from './options.ts';

/** A sample whose label is known. */
export interface LabelledSample {
  readonly label: string;
  /** `<label>/<file>`, the same for a folder, a zip and a list. */
  readonly name: string;
  read(): Promise<Sample>;
}

/** Functions that read the files of a folder or a zip, by their paths with `/`. */
type Files = ReadonlyMap<string, () => Promise<Uint8Array>>;

const { basename, dirname, join } = path.posix;

/**
 * Lists the samples of a folder or zip, sorted by name. A `labels.json` at any depth describes its whole folder.
 * @param source a path from the current folder, or else from the model's folder, such as `samples`
 * @throws {UsageError} if there is no such place, or it has no samples
 */
export async function listSamples(source: string, modelFolder: string): Promise<LabelledSample[]> {
  const place = [source, path.join(modelFolder, source)].find((one) => existsSync(one));
  if (place === undefined) {
    throw new UsageError(`${source} does not exist; expected a folder or zip of <label>/<name>`);
  }
  const files = await (statSync(place).isDirectory() ? filesOfFolder(place) : filesOfZip(place));
  const all = [...files.keys()];
  const lists = all.filter((file) => basename(file) === 'labels.json');
  const listed = await Promise.all(lists.map((list) => readList(list, files)));
  const pictures = all.filter((file) => mediaTypeOf(file).startsWith('image/'));
  const named = pictures.map((file) => ({ file, label: basename(dirname(file)) }));
  const found = lists.length > 0 ? listed.flat() : named;
  if (found.length === 0) {
    throw new UsageError(`no samples in ${place}; expected pictures as <label>/<name>, or a labels.json`);
  }
  const samples = found.map(({ file, label }) => {
    const name = `${label}/${basename(file)}`;
    const read = async () => ({ name, label, mediaType: mediaTypeOf(file), bytes: await files.get(file)!() });
    return { label, name, read };
  });
  return samples.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The labelled samples of a `labels.json`. @throws {UsageError} if a file is missing */
async function readList(list: string, files: Files) {
  const text = Buffer.from(await files.get(list)!()).toString('utf8');
  return listedSamples(text, list).flatMap(({ file: name, label }) => {
    if (label === undefined) return [];
    const file = join(dirname(list), name);
    if (!files.has(file)) throw new UsageError(`${list} lists ${name}, which does not exist`);
    return [{ file, label }];
  });
}

async function filesOfFolder(folder: string): Promise<Files> {
  const files = await readdir(folder, { recursive: true });
  return new Map(
    files.map((file) => [file.split(path.sep).join('/'), () => readFile(path.join(folder, file))]),
  );
}

async function filesOfZip(file: string): Promise<Files> {
  const archive = await openPromise(file, { autoClose: false }).catch(({ message }: Error) => {
    throw new UsageError(`${file} is neither a folder nor a zip: ${message}`);
  });
  const files = new Map<string, () => Promise<Uint8Array>>();
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, async () => buffer(await archive.openReadStreamPromise(entry)));
  return files;
}

/** The samples with a label. */
export function labelledOf(samples: readonly Sample[]): LabelledSample[] {
  return samples.flatMap((sample) => {
    const { name, label } = sample;
    if (label === undefined) return [];
    return { label, name: `${label}/${path.basename(name)}`, read: async () => sample };
  });
}

/** Other sources of labelled samples than the model's folder, for messages. */
const OTHERS = '--images <folder of <label>/<name>.jpg>, or --csv <table with text and label>, names others';

/** The samples that options name, by default all. @throws {Error} if there is none */
export function onlyNamed<Named extends { readonly name: string }>(
  { directory }: FoundModel,
  { only: names, images, csv, pairs }: EvaluationOptions,
  found: readonly Named[],
): Named[] {
  const place = images ?? csv ?? pairs ?? `the samples of ${directory}`;
  if (found.length === 0) throw new Error(`no sample of ${place} has a label: ${OTHERS}`);
  const samples = found.filter(({ name }) => names === undefined || names.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample of ${place}; expected names such as "${found[0]?.name}"`);
}
