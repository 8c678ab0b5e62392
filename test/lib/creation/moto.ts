import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../../support/python-with.ts';

const PROGRAM = fileURLToPath(new URL('moto/mock.py', import.meta.url));

/** Outcome of a template's resources. Each is `id (type)`, followed by a reason if it was left out or refused. */
export interface Outcome {
  readonly created: string[];
  /** Resources and parts of resources that moto lacks, and resources that need a refused resource. */
  readonly leftOut: string[];
  /** Resources that moto supports, but refuses. */
  readonly refused: string[];
}

/** Creates the resources of templates, one template after the other, and each resource after its dependencies. */
export async function createInMoto(files: readonly string[]): Promise<Outcome[]> {
  const program = ['-W', 'ignore', PROGRAM, ...files];
  const { stdout } = await promisify(execFile)(findMoto(), program, { timeout: 400_000 });
  return JSON.parse(`[${stdout.trim().replaceAll('\n', ',')}]`);
}

/** Finds or installs a Python with moto. */
export const findMoto = () => pythonWith('boto3, flask, moto', 'moto', 'moto[all,server]==5.2.1');
