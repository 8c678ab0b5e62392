/** Runs before all test files: what they, and the CDK under them, leave in the temporary folder is gone after the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { COMPILE_CACHE } from '../local/data-directory.ts';

const PREFIX = 'subsecond-tests-';
/** Where `tmpdir()` looks: the first on Linux and macOS, the others on Windows. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/** Every project of a run comes here, and one folder does for all. */
export default function useFolderOfTheRun(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  for (const variable of VARIABLES) process.env[variable] = folder;
  // Hundreds of processes start, most of them with the same code.
  process.env.NODE_COMPILE_CACHE = join(folder, COMPILE_CACHE);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
