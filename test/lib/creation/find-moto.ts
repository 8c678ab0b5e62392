import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildDirectory } from '../../../layers/paths.ts';

/** Installed where a machine's own Python has no moto. */
const REQUIREMENT = 'moto[all,server]==5.2.1';

/**
 * A Python that has moto: the machine's, or one of our own in dist/, into which it is installed from the package registry.
 *
 * @throws Error that says what could not be had
 */
export function findMoto(): string {
  if (hasMoto('python3')) return 'python3';
  const folder = join(buildDirectory, 'moto');
  const python = join(folder, 'bin', 'python');
  if (hasMoto(python)) return python;
  run('python3', ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', REQUIREMENT]);
  return python;
}

function hasMoto(python: string): boolean {
  return spawnSync(python, ['-c', 'import boto3, flask, moto'], { timeout: 60_000 }).status === 0;
}

function run(command: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (status === 0) return;
  const why = error?.message ?? stderr.trim().split('\n').at(-1);
  throw new Error(
    `The mock of AWS could not be installed: pip install '${REQUIREMENT}' for python3 (with python3-venv). ${why}`,
  );
}
