/**
 * Makes a model folder for a bare ONNX file in a process of its own, because some graphs keep the process that reads them
 * busy for ever.
 */
import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { exportedModel } from '../../model-repository/exported-folder.ts';
import type { ModelOptions } from '../../model-repository/make/model-options.ts';
import { programFile } from '../../project/paths.ts';
import { UsageError } from '../../project/usage-error.ts';
import { COMPILE_CACHE, prepareDataDirectory } from '../data-directory.ts';
import { describeSlow, ServiceError } from '../service-error.ts';
import { endWithThisProcess } from '../workers/end-with-this-process.ts';
import type { MakeMessage, MakeOrder } from './make-program.ts';

/** Where model folders are made for bare ONNX files, and the time limit for making one. */
export interface MakeSettings {
  readonly dataDirectory: string;
  readonly loadTimeoutMilliseconds: number;
}

/**
 * @param model an ONNX file, or a folder with an exported model
 * @param options information that the graph lacks
 * @returns path of the model's folder, which is made below the data directory
 * @throws {UsageError | ServiceError} that says what is wrong with the model, or that reading it takes too long
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
      env: { ...process.env, NODE_COMPILE_CACHE: join(dataDirectory, COMPILE_CACHE) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      timeout: loadTimeoutMilliseconds,
      killSignal: 'SIGKILL',
    });
    endWithThisProcess(child);
    child.on('message', (message: MakeMessage) => {
      if ('directory' in message) resolve(message.directory);
      else reject(new (message.isOfUsage ? UsageError : ServiceError)(message.error));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const end = signal ? `${signal}: is there enough memory for it?` : `code ${code}`;
      const ended = `${model} cannot be served: the process that reads it ended with ${end}`;
      reject(new ServiceError(child.killed ? `${model}: ${describeSlow(loadTimeoutMilliseconds)}` : ended));
    });
  });
}

/** @throws {UsageError} if a path leads to something other than a file, such as a pipe, whose bytes may never come or end */
export function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  throw new UsageError(`${file} is not a regular file`);
}
