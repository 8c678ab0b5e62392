/** How a model's folder and its members are called, and how a finished folder comes where it belongs. */
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
      ...manifest.members.flatMap(Object.values).flat(),
    ];
    const files = named.map((entry: { file?: unknown } | null) => entry?.file);
    return files.filter((file): file is string => typeof file === 'string' && path.basename(file) === file);
  } catch {
    return [];
  }
}

/** Of a model's file, or of the folder that it was exported into. */
function nameOf(file: string): string {
  return path.basename(path.resolve(file)).replace(/\.onnx$/i, '');
}

/** The name of a file or a folder as a model's. @throws {RepositoryError} where nothing is left of it */
export function modelNameOf(file: string): string {
  const name = nameOf(file)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  if (name !== '') return name;
  throw wrongUsage(`${file} gives the model no name: say --name`);
}

/** A name that no other member has. */
export function memberName(file: string, others: readonly { readonly name: string }[]): string {
  const name =
    nameOf(file)
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[^\w]+/, '') || 'member';
  const isTaken = (candidate: string) =>
    others.some((other) => other.name.toLowerCase() === candidate.toLowerCase());
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
