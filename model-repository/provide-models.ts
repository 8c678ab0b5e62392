/** Bare ONNX files of which something is said on a command line, among models that have their folder. */
import { commandLine } from '../project/command-line.ts';
import { DEFAULT_MODEL, isBareModel } from './find-model.ts';
import type { ModelOptions, ModelValues } from './make/model-options.ts';
import { RepositoryError } from './repository-error.ts';

/**
 * Makes the folder of the one bare file of which something is said; files of which nothing is said need none here.
 *
 * @param models names, folders and files
 * @param said of the file
 * @param make makes its folder
 * @returns the same with the folder in the place of the file
 * @throws {RepositoryError} where it is said of no file, or of several
 */
export async function provideModels(
  models: readonly string[],
  said: ModelValues,
  make: (file: string, options: ModelOptions) => Promise<string>,
): Promise<string[]> {
  const given = Object.keys(said).filter((option) => said[option as keyof ModelValues] !== undefined);
  if (given.length === 0) return [...models];
  // It loads what only few starts need.
  const { readModelOptions } = await import('./make/read-model-options.ts');
  const options = readModelOptions(said);
  const bare = models.filter(isBareModel);
  if (bare.length !== 1) {
    const names = given.map((option) => `--${option}`).join(', ');
    const [named = DEFAULT_MODEL] = models;
    throw new RepositoryError(
      bare.length > 1
        ? `${names}: which of ${bare.join(', ')}? Make models of them one by one: ${commandLine('add')} --help`
        : `${names}: for a bare ONNX file; the model ${named} has its ensemble.json`,
      { exitCode: 2 },
    );
  }
  return Promise.all(models.map((model) => (isBareModel(model) ? make(model, options) : model)));
}
