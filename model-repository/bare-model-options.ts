/** What a command line says of a bare ONNX file, among models that have their folder. */
import { commandLine } from '../project/command-line.ts';
import { DEFAULT_MODEL, isBareModel } from './find-model.ts';
import type { ModelOptions, ModelValues } from './make/model-options.ts';
import { RepositoryError } from './repository-error.ts';

/**
 * @param models names, folders and files
 * @param said of the one bare file among them
 * @returns undefined where nothing is said
 * @throws {RepositoryError} where it is said of no file, or of several
 */
export async function bareModelOptions(
  models: readonly string[],
  said: ModelValues,
): Promise<ModelOptions | undefined> {
  const given = Object.keys(said).filter((option) => said[option as keyof ModelValues] !== undefined);
  if (given.length === 0) return undefined;
  // It loads what only few starts need.
  const { readModelOptions } = await import('./make/read-model-options.ts');
  const options = readModelOptions(said);
  const bare = models.filter(isBareModel);
  if (bare.length === 1) return options;
  const names = given.map((option) => `--${option}`).join(', ');
  const [named = DEFAULT_MODEL] = models;
  throw new RepositoryError(
    bare.length > 1
      ? `${names}: which of ${bare.join(', ')}? Make models of them one by one: ${commandLine('add')} --help`
      : `${names}: for a bare ONNX file; the model ${named} has its ensemble.json`,
    { exitCode: 2 },
  );
}
