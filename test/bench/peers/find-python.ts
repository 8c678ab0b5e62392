import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FASTAPI_DIRECTORY, pythonVersions } from '../../../bench/peers/python-service.ts';
import { buildDirectory } from '../../../project/paths.ts';

/** Where the documentation says that it is to be. */
const FOLDER = join(buildDirectory, 'python');

/**
 * A Python that has what the FastAPI service needs: the machine's, or one of our own in dist/, into which it is installed
 * from the package registry.
 *
 * @throws Error that says what could not be had
 */
export async function findPython(): Promise<string> {
  const own = join(FOLDER, 'bin', 'python');
  for (const python of ['python3', own]) {
    const complete = await pythonVersions(python).catch(() => undefined);
    if (complete) return python;
  }
  try {
    execFileSync('python3', ['-m', 'venv', FOLDER]);
    // Where a mirror has them all, pip queries the registry in vain, and longer each time.
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1'];
    execFileSync(own, [...install, '-r', join(FASTAPI_DIRECTORY, 'requirements.txt')], { timeout: 300_000 });
  } catch (cause) {
    throw new Error('no Python could be had (python3 and python3-venv are needed)', { cause });
  }
  return own;
}
