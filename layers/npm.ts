import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of a request to the registry, in milliseconds; the largest package has 30 MB. */
const TIMEOUT = 300_000;

/**
 * Runs npm. On Windows it is a batch file, which only a shell starts; there a path with blanks has to be quoted.
 *
 * @returns what it prints
 * @throws Error with what it complains of
 */
export async function npm(...parameters: readonly string[]): Promise<string> {
  const shell = process.platform === 'win32';
  const words = shell ? parameters.map((parameter) => `"${parameter}"`) : parameters;
  const { stdout } = await run('npm', words, { shell, timeout: TIMEOUT });
  return stdout;
}
