import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a folder: its path below the folder, with `/`, and its size in bytes. */
export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
}

/** All files below `directory`, sorted by path, so that two equal folders give equal lists. */
export function listFiles(directory: string): FolderFile[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path: path.replaceAll('\\', '/'), status: statSync(join(directory, path)) }))
    .filter(({ status }) => status.isFile())
    .map(({ path, status }) => ({ path, bytes: status.size }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The size of a list of files in bytes. */
export function totalBytes(files: readonly FolderFile[]): number {
  return files.reduce((total, file) => total + file.bytes, 0);
}

/**
 * SHA-256 (hex) over the names and contents of all files of a folder. File times and the order in which the
 * file system lists its entries do not enter: the same input has the same hash on every machine.
 */
export function hashFolder(directory: string): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of listFiles(directory)) {
    hash.update(`${path}\0${bytes}\0`).update(readFileSync(join(directory, path)));
  }
  return hash.digest('hex');
}
