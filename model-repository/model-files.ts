/** Copies, moves and names the files of a model: its members, and their external weights (torch's `model.onnx.data`). */

import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ModelError } from '../functions/inference/model/model-error.ts';
import { hashFile } from '../functions/inference/model/model-file.ts';
import { damageOf, externalFiles } from '../functions/inference/model/model-proto.ts';
import { UsageError } from '../project/usage-error.ts';

/** Names of the files with a model's external weights. @throws {UsageError | ModelError} if the model is missing or damaged */
function weightsOf(model: string): string[] {
  try {
    return externalFiles(model);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (error instanceof RangeError) throw new ModelError(`${model} ${damageOf(model)}`);
    throw cannotBeRead(model, error as NodeJS.ErrnoException);
  }
}

/** The error for a file in a command's arguments that cannot be read. */
export function cannotBeRead(file: string, cause: NodeJS.ErrnoException): Error {
  return cause.code === 'ENOENT'
    ? new UsageError(`there is no file ${file}`, { cause })
    : new ModelError(`${file} cannot be read: ${cause.message}`, { cause });
}

/**
 * Copies a model with its weights, which keep their names.
 * @throws {UsageError | ModelError} if a file is missing, or the folder has other weights of the same name
 */
export async function copyModel(model: string, folder: string, name: string) {
  const locations = weightsOf(model);
  const file = `${name}.onnx`;
  const copy = path.join(folder, file);
  await copyFile(model, copy);
  const externalData = await Promise.all(locations.map((location) => copyWeights(model, location, folder)));
  return { name, file, sha256: hashFile(copy), ...(externalData.length > 0 && { externalData }) };
}

async function copyWeights(model: string, location: string, folder: string) {
  const source = path.join(path.dirname(model), location);
  const copy = path.join(folder, location);
  if (!existsSync(source)) {
    throw new UsageError(
      `${model} keeps its weights in a second file, ${location}, which is not in its folder: copy it there`,
    );
  }
  if (existsSync(copy) && hashFile(copy) !== hashFile(source)) {
    throw new ModelError(
      `${model} keeps its weights in ${location}, as another member does: export one of the two under another name`,
    );
  }
  await copyFile(source, copy);
  return { file: location, sha256: hashFile(copy) };
}

/** Moves a folder to its place. Files that people added to an earlier model, such as samples, stay. */
export async function moveIntoPlace(staging: string, directory: string, force: boolean): Promise<void> {
  if (!existsSync(directory)) return rename(staging, directory);
  requireFree(directory, force);
  for (const file of await filesOf(directory)) await rm(path.join(directory, file), { force: true });
  for (const file of await readdir(staging)) {
    await rename(path.join(staging, file), path.join(directory, file));
  }
}

/** @throws {UsageError} if the folder exists already, unless `force` */
export function requireFree(directory: string, force: boolean): void {
  if (force || !existsSync(directory)) return;
  throw new UsageError(`${directory} already exists: choose another --name, or use --force`);
}

/** Files that an earlier `ensemble.json` names; none if it cannot be read. */
async function filesOf(directory: string): Promise<string[]> {
  const files: string[] = [];
  try {
    JSON.parse(await readFile(path.join(directory, 'ensemble.json'), 'utf8'), (name, value) => {
      if (name === 'file' && typeof value === 'string' && path.basename(value) === value) files.push(value);
      return value;
    });
  } catch {}
  return files;
}

/** The name of a model's file, or of the folder with its export, without `.onnx`. */
function nameOf(file: string): string {
  return path.basename(path.resolve(file)).replace(/\.onnx$/i, '');
}

/**
 * Makes a model's name from the name of a file or a folder.
 * @throws {UsageError} if the name of the file or folder has no letter from A to Z and no digit
 */
export function modelNameOf(file: string): string {
  const name = nameOf(file)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  if (name !== '') return name;
  throw new UsageError(
    `${file} has no letter a to z and no digit to name the model after: choose a name with --name`,
  );
}

/** Makes a member's name from its file's name. A number is added if another member has the name already. */
export function memberName(file: string, others: readonly { readonly name: string }[]): string {
  const plain = /\w.*/.exec(nameOf(file).replace(/[^\w.-]+/g, '-'))?.[0] ?? 'member';
  const usedNames = others.map(({ name }) => name.toLowerCase());
  let name = plain;
  for (let number = 2; usedNames.includes(name.toLowerCase()); number += 1) name = `${plain}-${number}`;
  return name;
}
