/** A member's files: its model, and those beside it that hold weights of it (torch: `model.onnx.data`). */
import { existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { externalFiles } from '../functions/inference/model/external-data.ts';
import { withBytesOf } from '../functions/inference/model/file-bytes.ts';
import type { MemberEntry } from '../functions/inference/model/manifest.ts';
import { ModelError } from '../functions/inference/model/model-error.ts';
import { hashFile } from '../functions/inference/model/model-file.ts';
import { damageOf } from '../functions/inference/model/protobuf.ts';
import { cannotBeRead, RepositoryError, wrongUsage } from './repository-error.ts';

/** As `ensemble.json` names them. */
export type MemberFiles = Pick<MemberEntry, 'file' | 'sha256' | 'externalData'>;

/**
 * The files beside a model that hold weights of it.
 *
 * @param model path of its file
 * @throws {RepositoryError} where one is not beside it, or there is no model
 */
export function weightsOf(model: string): string[] {
  try {
    return externalFiles(model);
  } catch (error) {
    if (error instanceof ModelError) throw new RepositoryError(error.message);
    if (error instanceof RangeError) throw new RepositoryError(`${model} ${withBytesOf(model, damageOf)}`);
    throw cannotBeRead(model, error as NodeJS.ErrnoException);
  }
}

/**
 * Copies a model and its weights, which keep their names.
 *
 * @param file new name of the model
 * @throws {RepositoryError} where a file is missing, or another model's weights have the same name
 */
export async function copyModel(model: string, folder: string, file: string): Promise<MemberFiles> {
  const locations = weightsOf(model);
  const copy = path.join(folder, file);
  await copyFile(model, copy);
  const externalData = await Promise.all(locations.map((location) => copyWeights(model, location, folder)));
  return { file, sha256: hashFile(copy), ...(externalData.length > 0 && { externalData }) };
}

async function copyWeights(model: string, location: string, folder: string): Promise<MemberFiles> {
  const source = path.join(path.dirname(model), location);
  const copy = path.join(folder, location);
  if (!existsSync(source)) {
    throw wrongUsage(
      `${model} keeps its weights in a second file, ${location}, which is not beside it: copy it there`,
    );
  }
  if (existsSync(copy) && hashFile(copy) !== hashFile(source)) {
    throw new RepositoryError(
      `${model} keeps its weights in ${location}, as another member does: export it under a name of its own`,
    );
  }
  await copyFile(source, copy);
  return { file: location, sha256: hashFile(copy) };
}

/** Bytes of members' files, weights beside them included. */
export async function bytesOf(directory: string, members: readonly MemberFiles[]): Promise<number> {
  const files = members.flatMap((member) => [member, ...(member.externalData ?? [])]);
  const sizes = await Promise.all(files.map(({ file }) => stat(path.join(directory, file))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
