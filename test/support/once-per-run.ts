/** Results that take long to make and that several files of artefact tests use, each of which is a process of its own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes something in the folder of the run, which global-setup.ts removes; the files run one after the other.
 *
 * @param make is given an empty folder
 * @returns what it says, as JSON keeps it
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
