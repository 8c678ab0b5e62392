/** Folders for the data of services that share what is compiled: each would spend a third of a second on the same code. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { COMPILE_CACHE } from '../../local/data-directory.ts';

/** A folder that is gone when the test is over. */
export function newDataDirectory(): string {
  const { folder, remove } = keptDataDirectory();
  onTestFinished(remove);
  return folder;
}

/** The same for several tests. */
export function keptDataDirectory() {
  const folder = mkdtempSync(path.join(tmpdir(), 'subsecond-data-'));
  // The folder of the run, where global-setup.ts has every process keep it.
  const compiled = path.join(tmpdir(), COMPILE_CACHE);
  mkdirSync(compiled, { recursive: true });
  symlinkSync(compiled, path.join(folder, COMPILE_CACHE), 'junction');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
