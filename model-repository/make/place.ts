/** Puts a finished folder where it belongs. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { wrongUsage } from '../repository-error.ts';

/**
 * Moves a folder to its place. What people put beside the files of an earlier model (samples, a model card) stays.
 *
 * @throws {RepositoryError} where there is a folder already, unless `force`
 */
export async function moveIntoPlace(staging: string, directory: string, force: boolean): Promise<void> {
  if (!existsSync(directory)) {
    await rename(staging, directory);
    return;
  }
  requireFree(directory, force);
  for (const file of await filesOf(directory)) await rm(path.join(directory, file), { force: true });
  for (const file of await readdir(staging)) {
    await rename(path.join(staging, file), path.join(directory, file));
  }
}

/** @throws {RepositoryError} where there is a folder already, unless `force` */
export function requireFree(directory: string, force: boolean): void {
  if (force || !existsSync(directory)) return;
  throw wrongUsage(`${directory} is there already: choose another --name, or say --force`);
}

/** Files that an earlier `ensemble.json` names, as far as it can be read. */
async function filesOf(directory: string): Promise<string[]> {
  try {
    const manifest = JSON.parse(await readFile(path.join(directory, 'ensemble.json'), 'utf8'));
    const named = [
      ...Object.values(manifest),
      ...manifest.members,
      ...manifest.members.flatMap(Object.values),
    ];
    const files = named.map((entry: { file?: unknown } | null) => entry?.file);
    return files.filter((file): file is string => typeof file === 'string' && path.basename(file) === file);
  } catch {
    return [];
  }
}
