/** Samples to evaluate: what a `labels.json` lists, or pictures in `<label>/<name>` folders or in a zip of them. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../../functions/inference/contracts/media-type.ts';
import { readSampleFolder } from '../../tasks/samples.ts';

/** A sample whose label is known. */
export interface LabelledSample {
  readonly label: string;
  /** `<label>/<file>`, the same for a folder, a zip of it, and a list. */
  readonly name: string;
  read(): Promise<Sample>;
}

/**
 * Lists the samples of a folder or zip, sorted by name. A `labels.json` in a folder says all there is to know of it.
 *
 * @throws {Error} when there is no such place, or no sample in it
 */
export async function listSamples(source: string): Promise<LabelledSample[]> {
  const place = await stat(source).catch(() => undefined);
  if (!place) throw new Error(`${source} does not exist; expected a folder or zip of <label>/<name>`);
  const found = place.isDirectory() ? await listFolder(source) : await listZip(source);
  if (found.length === 0) {
    throw new Error(`no samples in ${source}; expected pictures as <label>/<name>, or a labels.json`);
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

async function listFolder(folder: string): Promise<LabelledSample[]> {
  if (existsSync(path.join(folder, 'labels.json'))) return labelledOf(await readSampleFolder(folder));
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => isPicture(file))
    .map((file) => inFolder(file.split(path.sep).join('/'), () => readFile(path.join(folder, file))));
}

async function listZip(file: string): Promise<LabelledSample[]> {
  const archive = await openPromise(file, { autoClose: false });
  const found: LabelledSample[] = [];
  for await (const entry of archive.eachEntry()) {
    if (!isPicture(entry.fileName)) continue;
    found.push(inFolder(entry.fileName, async () => buffer(await archive.openReadStreamPromise(entry))));
  }
  return found;
}

function isPicture(file: string): boolean {
  return mediaTypeOf(file).startsWith('image/');
}

/** A file whose folder is its label. */
function inFolder(file: string, bytes: () => Promise<Uint8Array>): LabelledSample {
  const label = path.posix.basename(path.posix.dirname(file));
  const name = `${label}/${path.posix.basename(file)}`;
  const read = async () => ({ name, label, mediaType: mediaTypeOf(file), bytes: await bytes() });
  return { label, name, read };
}
