/** Where a model lies, by the name that people use for it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, MODEL_NAME, readManifest } from '../functions/inference/model/manifest.ts';
import { commandLine } from '../project/command-line.ts';
import { closest } from '../project/levenshtein.ts';
import { dataDirectory, isInstalled, modelRepository } from '../project/paths.ts';
import { exportedModel } from './exported-folder.ts';
import type { ModelValues } from './make/model-options.ts';
import type { ModelOptions } from './make/read-model-options.ts';
import { wrongUsage } from './repository-error.ts';

/** Without a name, a command means this model; where the package is installed, the first one that is there. */
export const DEFAULT_MODEL = (isInstalled && modelNames()[0]) || 'handwriting';

/** A model's folder and what its `ensemble.json` says. */
export interface FoundModel {
  readonly directory: string;
  readonly manifest: Manifest;
}

export function modelNames(repository: string = modelRepository): string[] {
  if (!existsSync(repository)) return [];
  return readdirSync(repository)
    .filter((name) => MODEL_NAME.test(name) && existsSync(path.join(repository, name, 'ensemble.json')))
    .sort();
}

/**
 * The folder of a model.
 *
 * @param model a name in the model repository, or a folder with an `ensemble.json`
 * @throws {RepositoryError} when there is neither
 */
export function modelDirectory(model: string, repository: string = modelRepository): string {
  const named = path.join(repository, model);
  for (const directory of [named, path.resolve(model)]) {
    if (existsSync(path.join(directory, 'ensemble.json'))) return directory;
  }
  if (statSync(model, { throwIfNoEntry: false })?.isFile()) {
    throw wrongUsage(
      `${model} is neither a model nor an ONNX file: expected a name, a folder with an ensemble.json, or a file whose name ` +
        'ends in .onnx',
    );
  }
  const names = modelNames(repository);
  const meant = closest(model, names);
  if (meant !== undefined) throw wrongUsage(`there is no model "${model}": did you mean ${meant}?`);
  const expected = path.join(MODEL_NAME.test(model) ? named : path.resolve(model), 'ensemble.json');
  throw wrongUsage(
    `there is no model "${model}": expected the file ${expected}, a folder with one, or an ONNX file; ` +
      `models there are: ${names.join(', ') || `none yet, see ${commandLine('add')} --help`}`,
  );
}

/** Whether a name stands for an ONNX file, or a folder with an exported one, that has no model folder yet. */
export function isBareModel(model: string): boolean {
  return /\.onnx$/i.test(model) || exportedModel(model) !== undefined;
}

/**
 * Finds a model and reads its `ensemble.json`. A bare ONNX file becomes a folder first.
 *
 * @param model a name in the model repository, a folder with an `ensemble.json`, or an ONNX file
 * @param bareModel what the graph of an ONNX file cannot tell
 * @throws {RepositoryError} when there is none
 * @throws {ModelError} when its `ensemble.json` is wrong
 */
export async function findModel(model: string, bareModel?: ModelOptions): Promise<FoundModel> {
  if (isBareModel(model)) {
    return findModel(await serveBareModel(model, dataDirectory, bareModel));
  }
  const directory = modelDirectory(model);
  return { directory, manifest: await readManifest(directory) };
}

/**
 * Makes the folder of a bare ONNX file that can be served, under the data directory, anew each time.
 *
 * @param options what its graph cannot tell
 * @returns the folder
 * @throws {RepositoryError} saying what is wrong, in the words of what the graph takes and gives
 */
export async function serveBareModel(
  file: string,
  data: string,
  options: ModelOptions = { input: {}, output: {} },
): Promise<string> {
  // Only here is ONNX Runtime needed.
  const { makeModel } = await import('./make/make-model.ts');
  const { directory, notes } = await makeModel([file], options, {
    parent: path.join(data, 'models'),
    force: true,
    version: 'hash',
    progress: console.error,
  });
  for (const note of notes) console.error(`${file}: ${note}`);
  return directory;
}

/**
 * What a command line says of a bare ONNX file, among models that have their folder.
 *
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
  throw wrongUsage(
    bare.length > 1
      ? `${names}: which of ${bare.join(', ')}? Make models of them one by one: ${commandLine('add')} --help`
      : `${names}: for a bare ONNX file; the model ${named} has its ensemble.json`,
  );
}
