/** The samples of a model: inputs with their right responses, for load tests, bench and evaluation. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../functions/inference/contracts/media-type.ts';
import { RepositoryError, wrongUsage } from './repository-error.ts';

/**
 * Reads the samples of a model's folder.
 *
 * @throws {RepositoryError} when there are none, or a file is missing
 */
export function readSamples(directory: string): Promise<Sample[]> {
  return readSampleFolder(path.join(directory, 'samples'));
}

/**
 * Reads what `labels.json` of a folder lists as `[{ "file": …, "label": … }]`.
 *
 * @throws {RepositoryError} when there is none, or a file is missing
 */
export async function readSampleFolder(folder: string): Promise<Sample[]> {
  try {
    const entries = listedSamples(await readFile(path.join(folder, 'labels.json'), 'utf8'), folder);
    if (entries.length === 0) throw new Error('it lists none');
    return await Promise.all(
      entries.map(async ({ file, label }) => ({
        name: file,
        label,
        mediaType: mediaTypeOf(file),
        bytes: await readFile(path.join(folder, file)),
      })),
    );
  } catch (cause) {
    const { code, path: missing, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `there is no ${path.basename(missing ?? folder)}` : message;
    throw new RepositoryError(
      `${folder} has no samples: expected labels.json with [{"file": …, "label": …}], and the files beside it (${why})`,
      { cause, exitCode: 2 },
    );
  }
}

/** What a `labels.json` says. */
export interface ListedSample {
  readonly file: string;
  readonly label?: string | undefined;
}

/** @param place of the list, for messages @throws {RepositoryError} when it is no list of samples */
export function listedSamples(text: string, place: string): readonly ListedSample[] {
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries) && entries.every((entry) => typeof entry?.file === 'string')) return entries;
  } catch {}
  throw wrongUsage(`${place} must be JSON: [{"file": …, "label": …}]`);
}
