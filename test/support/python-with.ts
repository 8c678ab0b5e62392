import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildDirectory } from '../../project/paths.ts';

/**
 * Finds a Python that can import these modules. If the machine's Python cannot, pip installs the modules in a folder of dist/.
 *
 * @param modules separated by commas, as after `import`
 * @param requirements parameters of `pip install`
 * @throws Error that says why pip could not install the modules
 */
export function pythonWith(modules: string, folder: string, ...requirements: string[]): string {
  const environment = path.join(buildDirectory, folder);
  const own = path.join(environment, 'bin', 'python');
  for (const python of ['python3', own])
    if (failure(python, '-c', `import ${modules}`) === undefined) return python;
  // Even if a mirror has all packages, pip queries the registry, too, and each retry of this query takes time.
  const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', ...requirements];
  const why = failure('python3', '-m', 'venv', environment) ?? failure(own, ...install);
  if (why === undefined) return own;
  throw new Error(`pip install ${requirements.join(' ')} for python3 (with python3-venv) failed: ${why}`);
}

/** Runs a program. @returns why it failed, if it did */
function failure(program: string, ...parameters: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8', timeout: 300_000 });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
}
