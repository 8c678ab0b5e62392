import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { functionDirectories, isInstalled, programFile, projectDirectory } from '../../project/paths.ts';
import { ServiceError } from '../service-error.ts';

const run = promisify(execFile);

let bundling: Promise<void> | undefined;

/**
 * The folder of the function's bundle, whose bytes Lambda runs. Makes it if there is none, or a source is newer. An installed
 * package contains it.
 * @throws {ServiceError} when it cannot be made
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

/** Runs the bundler in a process of its own, whose end frees the bundler's memory. */
async function bundle(): Promise<void> {
  try {
    await run(process.execPath, [programFile('bin/build')]);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ServiceError(stderr?.trim() || message);
  }
}

function isOld(file: string): boolean {
  return !existsSync(file) || statSync(file).mtimeMs < newestSource();
}

/** Time of the last change of the function, its pages or the versions of its libraries, in milliseconds since 1970. */
function newestSource(): number {
  const directory = join(projectDirectory, 'functions');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((file) =>
    join(directory, file),
  );
  files.push(join(projectDirectory, 'package-lock.json'));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
