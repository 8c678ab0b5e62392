import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { developerProgram } from '../project/developer-program.ts';
import { projectDirectory } from '../project/places.ts';

const run = promisify(execFile);

/**
 * Compiles what the entry points in package/tsconfig.json reach to JavaScript with typings: Node strips no types below
 * node_modules.
 *
 * @throws Error with what the compiler says
 */
export async function compile(directory: string): Promise<void> {
  const compiler = developerProgram('typescript/bin/tsc');
  const configuration = join(projectDirectory, 'package', 'tsconfig.json');
  try {
    await run(process.execPath, [compiler, '--project', configuration, '--outDir', directory]);
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout?.trim() || (error as Error).message);
  }
}
