/**
 * Makes the folder of a bare ONNX file in a process of its own, because some graphs keep the process that reads them
 * busy for ever.
 */
import { fork } from 'node:child_process';
import { readdirSync, rmSync, statSync, utimes } from 'node:fs';
import { join } from 'node:path';
import { exportedModel } from '../../model-repository/exported-folder.ts';
import { MODELS_OF_FILES } from '../../model-repository/find-model.ts';
import type { ModelOptions } from '../../model-repository/make/read-model-options.ts';
import { programFile } from '../../project/paths.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import { describeSlow, ServiceError } from '../service-error.ts';
import { endWithThisProcess } from '../workers/end-with-this-process.ts';
import type { MakeMessage, MakeOrder } from './make-program.ts';

const DAY_MILLISECONDS = 86_400_000;
/** How long the folder of a bare file is kept after its last use. */
const UNUSED_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** Folders that this process uses. */
const used = new Set<string>();

/** Where the folders of bare files are made, and the time limit for making one. */
export interface MakeSettings {
  readonly dataDirectory: string;
  readonly loadTimeoutMilliseconds: number;
}

/**
 * @param model an ONNX file, or a folder with an exported one
 * @param options information that its graph lacks
 * @returns the folder, made below the data directory
 * @throws {ServiceError} that says what is wrong with it, or that it takes too long
 */
export async function makeBareModel(
  model: string,
  { dataDirectory, loadTimeoutMilliseconds }: MakeSettings,
  options?: ModelOptions,
): Promise<string> {
  requireFile(exportedModel(model) ?? model);
  prepareDataDirectory(dataDirectory);
  const order: MakeOrder = { model, dataDirectory, options };
  return new Promise((resolve, reject) => {
    const child = fork(programFile('local/models/make-program'), [JSON.stringify(order)], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    endWithThisProcess(child);
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new ServiceError(`${model}: ${describeSlow(loadTimeoutMilliseconds)}`));
    }, loadTimeoutMilliseconds);
    child.on('message', (message: MakeMessage) => {
      if ('directory' in message) resolve(keepUsed(message.directory));
      else reject(new ServiceError(message.error, message.exitCode));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const end = signal ? `${signal}: is there enough memory for it?` : `code ${code}`;
      reject(new ServiceError(`${model} cannot be served: the process that reads it ended with ${end}`));
    });
  });
}

/**
 * Each start makes the folder anew, so its modification time is the time of the last start. A service that runs for
 * weeks renews that time, so that `removeUnusedModels` keeps the folder.
 */
function keepUsed(directory: string): string {
  if (used.size === 0) {
    const touch = () => {
      for (const one of used) utimes(one, new Date(), new Date(), () => {});
    };
    setInterval(touch, DAY_MILLISECONDS).unref();
  }
  used.add(directory);
  return directory;
}

/** Removes the folders of bare files that no service has used for a week. */
export function removeUnusedModels(dataDirectory: string): void {
  const parent = join(dataDirectory, MODELS_OF_FILES);
  try {
    for (const name of readdirSync(parent)) {
      const folder = join(parent, name);
      if (Date.now() - statSync(folder).mtimeMs > UNUSED_MILLISECONDS) rmSync(folder, { recursive: true });
    }
  } catch {
    // No folder has been made yet, or none may be removed, which only costs disk space.
  }
}

/** @throws {ServiceError} if a path leads to a pipe or a device, whose bytes may never come, or never end */
export function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  throw new ServiceError(`${file} is not a regular file`, 2);
}
