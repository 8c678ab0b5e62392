/** Finds models by the names and paths that people use. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, MODEL_NAME, readManifest } from '../functions/inference/model/manifest.ts';
import { commandLine } from '../project/command-line.ts';
import { fitColumns } from '../project/fit-columns.ts';
import { closest } from '../project/levenshtein.ts';
import { dataDirectory, isInstalled, modelRepository } from '../project/paths.ts';
import { UsageError } from '../project/usage-error.ts';
import { exportedModel } from './exported-folder.ts';
import { severalFiles } from './kinds.ts';
import type { ModelOptions, ModelValues } from './make/model-options.ts';

/** Help texts show this as the default model while there are no models. No model can have this name. */
const NONE = 'none yet';

/** Default model of commands. In an installed package, it is the first existing model. */
export const DEFAULT_MODEL = isInstalled ? (modelNames()[0] ?? NONE) : 'handwriting';

export interface FoundModel {
  readonly directory: string;
  readonly manifest: Manifest;
}

function modelNames(): string[] {
  if (!existsSync(modelRepository)) return [];
  return readdirSync(modelRepository)
    .filter((name) => MODEL_NAME.test(name) && existsSync(path.join(modelRepository, name, 'ensemble.json')))
    .sort();
}

/** The folder of a model. @param model its name or a path @throws {UsageError} if there is no such model */
export function modelDirectory(model: string): string {
  if (model === NONE) {
    throw new UsageError(
      `there is no model in ${modelRepository}: name an ONNX file (${commandLine('start')} ./model.onnx), or make a model ` +
        `of one (${commandLine('add')} ./model.onnx)`,
    );
  }
  const named = path.join(modelRepository, model);
  for (const directory of [named, path.resolve(model)]) {
    if (existsSync(path.join(directory, 'ensemble.json'))) return directory;
  }
  if (statSync(model, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(
      `${model} is neither a model nor an ONNX file: expected a name, a folder with an ensemble.json, or a file whose name ` +
        'ends in .onnx',
    );
  }
  const several = severalFiles(model);
  if (several) throw several;
  const names = modelNames();
  const meant = closest(model, names);
  if (meant !== undefined) throw new UsageError(`there is no model "${model}": did you mean ${meant}?`);
  const expected = path.join(MODEL_NAME.test(model) ? named : path.resolve(model), 'ensemble.json');
  throw new UsageError(
    `there is no model "${model}": expected the file ${expected}, a folder with an ensemble.json, or an ONNX file; ` +
      `available models: ${names.join(', ') || `none yet, see ${commandLine('add')} --help`}`,
  );
}

/** Whether a path names an ONNX file or an exported folder, and not a model's folder. */
export function isBareModel(model: string): boolean {
  return /\.onnx$/i.test(model) || exportedModel(model) !== undefined;
}

/** Finds a model and reads its `ensemble.json`. A bare model is first made into a folder. @throws {UsageError | ModelError} */
export async function findModel(model: string, bareModel?: ModelOptions): Promise<FoundModel> {
  const isBare = isBareModel(model);
  const directory = modelDirectory(isBare ? await serveBareModel(model, dataDirectory, bareModel) : model);
  // Imported only here, because it loads all pipelines.
  const { requirePipeline } = await import('../functions/inference/pipelines/pipelines.ts');
  const manifest = readManifest(directory);
  requirePipeline(directory, manifest);
  return { directory, manifest };
}

/**
 * Makes a model's folder from a bare ONNX file, under the data directory. Each call replaces the folder.
 * @throws {UsageError | ModelError} saying what is wrong
 */
export async function serveBareModel(file: string, data: string, options: ModelOptions = {}) {
  // Imported only here, because it loads ONNX Runtime.
  const { makeModel } = await import('./make/make-model.ts');
  const destination = { parent: path.join(data, 'models'), force: true, version: 'hash' } as const;
  const { directory, notes } = await makeModel([file], options, destination);
  for (const note of notes) console.error(fitColumns(`${file}: ${note}`));
  return directory;
}

/**
 * Options for the bare ONNX file among the models; undefined if no option is given.
 * @throws {UsageError} if an option is wrong, or options are given and not exactly one of the models is a bare ONNX file
 */
export async function bareModelOptions(models: readonly string[], values: ModelValues) {
  // Imported only here, because it loads all pipelines.
  const { givenOptions, readModelOptions } = await import('./make/model-options.ts');
  const given = givenOptions(values);
  if (!given) return undefined;
  const options = readModelOptions(values);
  const bare = models.filter(isBareModel);
  if (bare.length === 1) return options;
  const [named = DEFAULT_MODEL] = models;
  if (bare.length === 0) modelDirectory(named);
  throw new UsageError(
    bare.length > 1
      ? `${given}: for which of ${bare.join(', ')}? Make a model of each file: ${commandLine('add')} --help`
      : `${given}: only for a bare ONNX file; for the model ${named}, change its ensemble.json`,
  );
}
