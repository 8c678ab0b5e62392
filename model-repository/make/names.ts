/** Names made of the names of files. */
import path from 'node:path';
import { wrongUsage } from '../repository-error.ts';

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
