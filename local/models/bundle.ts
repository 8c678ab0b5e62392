import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { functionDirectories, isInstalled, programFile, projectDirectory } from '../../project/paths.ts';
import { describeUnwritable } from '../data-directory.ts';
import { ServiceError } from '../service-error.ts';

const run = promisify(execFile);

let bundling: Promise<void> | undefined;

/**
 * The folder of the function's bundle, the bytes that Lambda runs. Bundles when there is none or when a
 * source is newer; otherwise neither the bundler nor the sources are touched. An installed package brings it along.
 *
 * @throws {ServiceError} when it cannot be written
 */
export async function provideBundle(): Promise<string> {
  if (!isInstalled && isOld(join(functionDirectories.function, 'index.mjs'))) {
    bundling ??= bundle().finally(() => {
      bundling = undefined;
    });
    await bundling;
  }
  return functionDirectories.function;
}

/** In a process of its own, which takes the bundler's with it when it ends. */
async function bundle(): Promise<void> {
  try {
    await run(process.execPath, [programFile('functions/bundle')]);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ServiceError(describeUnwritable(functionDirectories.function) ?? (stderr?.trim() || message));
  }
}

function isOld(file: string): boolean {
  return !existsSync(file) || statSync(file).mtimeMs < newestSource();
}

/** When the function, its page or the versions of its libraries last changed, epoch milliseconds. */
function newestSource(): number {
  const directory = join(projectDirectory, 'functions');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((file) =>
    join(directory, file),
  );
  files.push(join(projectDirectory, 'package-lock.json'));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
