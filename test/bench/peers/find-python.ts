import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FASTAPI_DIRECTORY, pythonVersions } from '../../../bench/peers/python-service.ts';
import { buildDirectory } from '../../../project/paths.ts';

/** The documentation names this folder. */
const FOLDER = join(buildDirectory, 'python');

/**
 * Finds a Python with the packages of the FastAPI service: the machine's, or one in dist/, into which they are installed
 * from the package registry.
 *
 * @throws Error that says what is missing
 */
export async function findPython(): Promise<string> {
  const own = join(FOLDER, 'bin', 'python');
  for (const python of ['python3', own]) {
    const complete = await pythonVersions(python).catch(() => undefined);
    if (complete) return python;
  }
  try {
    execFileSync('python3', ['-m', 'venv', FOLDER]);
    // With a complete mirror, pip still queries the registry, and each query takes longer.
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1'];
    execFileSync(own, [...install, '-r', join(FASTAPI_DIRECTORY, 'requirements.txt')], { timeout: 300_000 });
  } catch (cause) {
    throw new Error('no Python could be had (python3 and python3-venv are needed)', { cause });
  }
  return own;
}
