/** Folders that are built: listed, and put in place when they are finished. */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files below `directory` by their paths in it, with `/`: sorted, so that two equal folders give equal lists. */
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
 * Builds a folder beside its final place and swaps it in at the end: a build that fails halfway leaves the
 * last good folder where it was, and no file of an earlier build survives in the new one. Whatever this
 * machine's umask, everybody may read it: on Lambda another user does.
 *
 * @param directory where the finished folder belongs
 * @param fill writes the content into the folder it is given
 */
export async function replaceFolder(
  directory: string,
  fill: (partial: string) => void | Promise<void>,
): Promise<void> {
  const partial = `${directory}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    await fill(partial);
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
