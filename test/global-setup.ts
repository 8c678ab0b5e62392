/** Runs before all test files, and removes the temporary files of the tests and the CDK after the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { COMPILE_CACHE } from '../local/data-directory.ts';

const PREFIX = 'subsecond-tests-';
/** Variables that `tmpdir()` reads: the first on Linux and macOS, the others on Windows. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/** Vitest calls this for every project of a run, but one folder is enough. */
export default function useFolderOfTheRun(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  for (const variable of VARIABLES) process.env[variable] = folder;
  // The cache saves time because the tests start hundreds of processes, most of them with the same code.
  process.env.NODE_COMPILE_CACHE = join(folder, COMPILE_CACHE);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
