/** Caches expensive results that several files of artefact tests use, in one process or in several. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Calls `make` once per run and name, and caches the result in the folder that global-setup.ts removes. Test files that run at
 * the same time must use different names.
 *
 * @param make gets an empty folder
 * @returns the result after a round trip through JSON
 */
export async function oncePerRun<Made>(name: string, make: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = join(tmpdir(), `once-${name}`);
  const file = `${folder}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(folder);
  const made = await make(folder);
  writeFileSync(file, JSON.stringify(made));
  return made;
}
