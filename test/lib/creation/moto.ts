import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildDirectory } from '../../../project/paths.ts';

const PROGRAM = fileURLToPath(new URL('moto/mock.py', import.meta.url));

/** The requirement that is installed if the machine's own Python does not have moto. */
const REQUIREMENT = 'moto[all,server]==5.2.1';

/** Outcome of a template's resources. Each is `id (type)`, with a reason if there is one. */
export interface Outcome {
  readonly created: string[];
  /** Resources that the mock lacks (a name replaces them), and those that need a refused resource. */
  readonly leftOut: string[];
  /** Resources that the mock supports, but refuses. */
  readonly refused: string[];
}

/** Creates the resources of templates, one template after the other, and each resource after its dependencies. */
export async function createInMoto(files: readonly string[]): Promise<Outcome[]> {
  const program = ['-W', 'ignore', PROGRAM, ...files];
  const { stdout } = await promisify(execFile)(findMoto(), program, { timeout: 400_000 });
  return JSON.parse(`[${stdout.trim().replaceAll('\n', ',')}]`);
}

/**
 * Finds a Python with moto: the machine's, or one in dist/, into which moto is installed from the package registry.
 *
 * @throws Error that says what is missing
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
  const remedy = `pip install '${REQUIREMENT}' for python3 (with python3-venv)`;
  const why = error?.message ?? stderr.trim().split('\n').at(-1);
  throw new Error(`The mock of AWS could not be installed: ${remedy}. ${why}`);
}
