import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { functionDirectories, isInstalled, programFile, projectDirectory } from '../../project/paths.ts';
import { ServiceError } from '../service-error.ts';

const run = promisify(execFile);

let bundling: Promise<unknown> | undefined;

/**
 * The folder of the bundle that Lambda runs. Makes the bundle if it is missing, or older than a source. An installed package
 * contains the bundle.
 * @throws {ServiceError} when the bundle cannot be made
 */
export async function provideBundle(): Promise<string> {
  const { function: directory } = functionDirectories;
  if (isInstalled) return directory;
  const { mtimeMs = 0 } = statSync(join(directory, 'index.mjs'), { throwIfNoEntry: false }) ?? {};
  if (mtimeMs >= newestSource()) return directory;
  // The bundler runs in its own process, so that its memory is freed when it ends.
  bundling ??= run(process.execPath, [programFile('bin/build')]).finally(() => {
    bundling = undefined;
  });
  await bundling.catch(({ stderr, message }) => {
    throw new ServiceError(stderr?.trim() || message);
  });
  return directory;
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
