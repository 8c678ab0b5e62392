/** Data directories that share a compile cache, because compiling the code anew would take each service a third of a second. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPILE_CACHE } from '../../local/data-directory.ts';
import { newFolder } from './new-folder.ts';

export function newDataDirectory(): string {
  const folder = newFolder();
  // The compile cache of all processes is in the folder of the run, where global-setup.ts puts it.
  const compiled = path.join(tmpdir(), COMPILE_CACHE);
  mkdirSync(compiled, { recursive: true });
  symlinkSync(compiled, path.join(folder, COMPILE_CACHE), 'junction');
  return folder;
}
