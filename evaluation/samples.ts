/** Samples to evaluate: what a `labels.json` lists, or pictures in `<label>/<name>` folders or in a zip of them. */
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../functions/inference/contracts/media-type.ts';
import { listedSamples } from '../model-repository/request-source.ts';
import { UsageError } from '../project/usage-error.ts';

/** A sample whose label is known. */
export interface LabelledSample {
  readonly label: string;
  /** `<label>/<file>`, the same for a folder, a zip of it, and a list. */
  readonly name: string;
  read(): Promise<Sample>;
}

/** A file of a folder or a zip, by its path in it with `/`. */
interface Entry {
  readonly file: string;
  read(): Promise<Uint8Array>;
}

const LIST = 'labels.json';

/**
 * Lists the samples of a folder or zip, sorted by name. A `labels.json` in it, at whatever depth, says all there is to know
 * of its folder.
 *
 * @param source a path, or one in the model's folder, such as `samples`
 * @throws {UsageError} when there is no such place, or no sample in it
 */
export async function listSamples(source: string, modelFolder: string): Promise<LabelledSample[]> {
  const place = [source, path.join(modelFolder, source)].find((one) => existsSync(one));
  if (place === undefined) {
    throw new UsageError(`${source} does not exist; expected a folder or zip of <label>/<name>`);
  }
  const entries = await (statSync(place).isDirectory() ? listFolder(place) : listZip(place));
  const lists = entries.filter(({ file }) => path.posix.basename(file) === LIST);
  const byFile = new Map(entries.map((entry) => [entry.file, entry]));
  const listed = await Promise.all(lists.map((list) => readList(list, byFile)));
  const pictures = entries.filter(({ file }) => mediaTypeOf(file).startsWith('image/'));
  const named = pictures.map((entry) => sampleOf(entry, path.posix.basename(path.posix.dirname(entry.file))));
  const found = lists.length > 0 ? listed.flat() : named;
  if (found.length === 0) {
    throw new UsageError(`no samples in ${place}; expected pictures as <label>/<name>, or a labels.json`);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Those of some samples whose label is known. */
export function labelledOf(samples: readonly Sample[]): LabelledSample[] {
  return samples.flatMap((sample) => {
    const { name, label } = sample;
    if (label === undefined) return [];
    return { label, name: `${label}/${path.basename(name)}`, read: () => Promise.resolve(sample) };
  });
}

/** What a `labels.json` lists and knows the label of. @throws {UsageError} when a file is missing */
async function readList(list: Entry, entries: ReadonlyMap<string, Entry>): Promise<LabelledSample[]> {
  const text = Buffer.from(await list.read()).toString('utf8');
  return listedSamples(text, list.file).flatMap(({ file, label }) => {
    if (label === undefined) return [];
    const place = path.posix.join(path.posix.dirname(list.file), file);
    const entry = entries.get(place);
    if (!entry) throw new UsageError(`${list.file} lists ${file}, which does not exist`);
    return [sampleOf(entry, label)];
  });
}

async function listFolder(folder: string): Promise<Entry[]> {
  const files = await readdir(folder, { recursive: true });
  return files.map((file) => {
    return { file: file.split(path.sep).join('/'), read: () => readFile(path.join(folder, file)) };
  });
}

async function listZip(file: string): Promise<Entry[]> {
  const archive = await openPromise(file, { autoClose: false }).catch(({ message }: Error) => {
    throw new UsageError(`${file} is neither a folder nor a zip: ${message}`);
  });
  const found: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    found.push({
      file: entry.fileName,
      read: async () => buffer(await archive.openReadStreamPromise(entry)),
    });
  }
  return found;
}

function sampleOf({ file, read }: Entry, label: string): LabelledSample {
  const name = `${label}/${path.posix.basename(file)}`;
  return {
    label,
    name,
    read: async () => ({ name, label, mediaType: mediaTypeOf(file), bytes: await read() }),
  };
}

/**
 * Chooses among samples by their names.
 *
 * @param names undefined: all of them
 * @param place where they come from, for messages
 * @throws {Error} when there is none
 */
export function onlyNamed<Named extends { readonly name: string }>(
  names: ReadonlySet<string> | undefined,
  found: readonly Named[],
  place: string,
): Named[] {
  if (found.length === 0) throw new Error(`no sample of ${place} has a label`);
  const samples = found.filter(({ name }) => names === undefined || names.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample of ${place}; expected names such as "${found[0]?.name}"`);
}
