/** Folders for the data of services that share what is compiled: each would spend a third of a second on the same code. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPILE_CACHE } from '../../local/data-directory.ts';
import { newFolder } from './new-folder.ts';

export function newDataDirectory(): string {
  const folder = newFolder();
  // The folder of the run, where global-setup.ts has every process keep it.
  const compiled = path.join(tmpdir(), COMPILE_CACHE);
  mkdirSync(compiled, { recursive: true });
  symlinkSync(compiled, path.join(folder, COMPILE_CACHE), 'junction');
  return folder;
}
