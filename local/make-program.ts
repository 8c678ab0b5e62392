/** The program that makes the folder of a bare ONNX file. A graph may keep its main thread busy for ever. */
import { Worker } from 'node:worker_threads';
import { serveBareModel } from '../model-repository/bare-model.ts';
import type { ModelOptions } from '../model-repository/make/model-options.ts';
import { RepositoryError } from '../model-repository/repository-error.ts';

/** What to make: its first argument, as JSON. */
export interface MakeOrder {
  /** Process id of who wants it. */
  readonly parent: number;
  readonly model: string;
  readonly dataDirectory: string;
  readonly options: ModelOptions | undefined;
}

/** What it sends to its parent. */
export type MakeMessage =
  | { readonly directory: string }
  | { readonly error: string; readonly exitCode: 1 | 2 };

// No event of the main thread tells that the parent has gone, if that thread is busy.
const watch = `const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);`;
const { parent, model, dataDirectory, options } = JSON.parse(process.argv[2]!) as MakeOrder;
new Worker(watch, { eval: true, workerData: parent }).unref();

const message: MakeMessage = await serveBareModel(model, dataDirectory, options).then(
  (directory) => ({ directory }),
  (error) => ({
    error: String(error.message),
    exitCode: error instanceof RepositoryError ? error.exitCode : 1,
  }),
);
process.send!(message, undefined, undefined, () => process.exit());
