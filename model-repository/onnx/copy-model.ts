/** A model's files in the folder that it is served from. */
import { existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '../../functions/inference/model/model-file.ts';
import { RepositoryError } from '../repository-error.ts';
import { weightsOf } from './external-data.ts';

export interface NamedFile {
  readonly file: string;
  readonly sha256: string;
}

/** A member's files as `ensemble.json` names them. */
export interface ModelFiles extends NamedFile {
  readonly externalData?: readonly NamedFile[];
}

/**
 * Copies a model and the files beside it that hold weights of it (torch: `model.onnx.data`), which keep their names.
 *
 * @param file new name of the model
 * @throws {RepositoryError} where a file is missing, or another model's weights have the same name
 */
export async function copyModel(model: string, folder: string, file: string): Promise<ModelFiles> {
  const locations = weightsOf(model);
  const copy = path.join(folder, file);
  await copyFile(model, copy);
  const externalData = await Promise.all(locations.map((location) => copyWeights(model, location, folder)));
  return { file, sha256: hashFile(copy), ...(externalData.length > 0 && { externalData }) };
}

async function copyWeights(model: string, location: string, folder: string): Promise<NamedFile> {
  const source = path.join(path.dirname(model), location);
  const copy = path.join(folder, location);
  if (!existsSync(source)) {
    throw new RepositoryError(
      `${model} keeps its weights in a second file, ${location}, which is not beside it: copy it there`,
      { exitCode: 2 },
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
export async function bytesOf(directory: string, members: readonly Files[]): Promise<number> {
  const files = members.flatMap((member) => [member, ...(member.externalData ?? [])]);
  const sizes = await Promise.all(files.map(({ file }) => stat(path.join(directory, file))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

type Files = { readonly file: string; readonly externalData?: readonly { file: string }[] | undefined };
