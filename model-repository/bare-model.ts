/** A bare ONNX file as a model: its folder is made under the data directory, anew each time. */
import path from 'node:path';
import { makeModel } from './make/make-model.ts';
import type { ModelOptions } from './make/model-options.ts';

const NOTHING_SAID: ModelOptions = { input: {}, output: {} };

/**
 * Makes the folder of a model that can be served.
 *
 * @param file an ONNX model
 * @param options what its graph cannot tell
 * @returns the folder
 * @throws {RepositoryError} saying what is wrong, in the words of what the graph takes and gives
 */
export async function serveBareModel(
  file: string,
  dataDirectory: string,
  options: ModelOptions = NOTHING_SAID,
): Promise<string> {
  const { directory, notes } = await makeModel([file], options, {
    parent: path.join(dataDirectory, 'models'),
    force: true,
    version: 'hash',
    progress: console.error,
  });
  for (const note of notes) console.error(`${file}: ${note}`);
  return directory;
}
