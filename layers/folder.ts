/** Lists folders, and replaces a folder once its new content is complete. */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files below `directory`, by relative paths with `/`. The list is sorted, so that equal folders give equal lists. */
export function listFiles(directory: string) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path: path.replaceAll('\\', '/'), status: statSync(join(directory, path)) }))
    .filter(({ status }) => status.isFile())
    .map(({ path, status }) => ({ path, bytes: status.size }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

export function totalBytes(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((total, file) => total + file.bytes, 0);
}

/**
 * Builds a folder next to its final place and swaps it in at the end. A failed build thus leaves the last good folder in place,
 * and a new folder has no files of an earlier build. Every user may read the folder, whatever this machine's umask is,
 * because another user reads it on Lambda.
 *
 * @param directory where the finished folder belongs
 * @param fill writes the content into the folder that it is given
 */
export function replaceFolder(directory: string, fill: (partial: string) => void): void {
  const partial = `${directory}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    fill(partial);
    chmodSync(partial, 0o755);
    for (const entry of readdirSync(partial, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    rmSync(directory, { recursive: true, force: true });
    renameSync(partial, directory);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
