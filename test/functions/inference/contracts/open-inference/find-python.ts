/** A Python with a client that tests need. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildDirectory } from '../../../../../layers/paths.ts';

/**
 * The machine's own Python where it has the module, else one in dist/, into which the requirement is installed from the package
 * registry.
 *
 * @returns undefined, with a message, where neither can be had
 */
export function findPythonWith(module: string, requirement: string): string | undefined {
  const folder = join(buildDirectory, 'clients', module);
  const own = join(folder, 'bin', 'python');
  for (const python of ['python3', own]) if (hasModule(python, module)) return python;
  const isInstalled =
    runs('python3', '-m', 'venv', folder) && runs(own, '-m', 'pip', 'install', '--quiet', requirement);
  if (isInstalled && hasModule(own, module)) return own;
  console.warn(`Skipped: pip install '${requirement}' for python3 (with python3-venv) did not work here.`);
  return undefined;
}

function hasModule(python: string, module: string): boolean {
  return runs(python, '-c', `import ${module}`);
}

function runs(command: string, ...parameters: string[]): boolean {
  return spawnSync(command, parameters, { timeout: 300_000 }).status === 0;
}
