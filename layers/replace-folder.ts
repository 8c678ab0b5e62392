import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
  mkdirSync(dirname(directory), { recursive: true });
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  try {
    await fill(partial);
    openToAll(partial);
    rmSync(directory, { recursive: true, force: true });
    renameSync(partial, directory);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
