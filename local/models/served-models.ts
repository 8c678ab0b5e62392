import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { contractsOf, type Manifest } from '../../functions/inference/model/manifest.ts';
import { DEFAULT_MODEL, findModel, isBareModel, modelDirectory } from '../../model-repository/find-model.ts';
import type { ModelOptions as BareOptions } from '../../model-repository/make/model-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type MakeSettings, makeBareModel, requireFile } from './make-bare-model.ts';

export const MOST_WORKERS = 1000;
/** Limit of the requests that a worker takes at once, the same as that of the setting `concurrency` of Managed Instances. */
export const MOST_CONCURRENT = 1600;
/** Default number of batches that a worker takes at once: one runs while the next is decoded. */
const BATCHES_AT_ONCE = 2;

/** Which models are served, and with how many workers. */
export interface ModelOptions {
  /** Names of models under models/, or paths of folders with an ensemble.json or of bare ONNX files. @default ['handwriting'] */
  readonly models?: readonly string[];
  /** Information that the graph of a bare ONNX file lacks; meant for a service with exactly one bare file. @default none */
  readonly bareModel?: BareOptions;
  /** Workers of each model. @default number of cores */
  readonly workers?: number;
  /** Requests that a worker takes at once, so that batches form. @default twice the model's largest batch */
  readonly concurrency?: number;
  /** Batching that differs from the model's `ensemble.json`. */
  readonly batch?: Partial<Manifest['batch']>;
}

export interface ServedModel {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly directory: string;
  /** The path that the options name: the bare ONNX file, or the folder. */
  readonly path: string;
  readonly manifest: Manifest;
  readonly contracts: readonly string[];
  readonly workers: number;
  readonly concurrency: number;
}

/** @throws {UsageError | ModelError | ServiceError} with one line that says what would be right */
export async function findServedModels(
  options: ModelOptions,
  settings: MakeSettings,
): Promise<readonly [ServedModel, ...ServedModel[]]> {
  const served: ServedModel[] = [];
  for (const name of options.models ?? [DEFAULT_MODEL]) {
    const model = await find(name, options, settings);
    const same = served.find((other) => other.name === model.name);
    if (same) throw new UsageError(describeDouble(model, same));
    served.push(model);
  }
  const [first, ...others] = served;
  if (!first) throw new UsageError('a service needs at least one model');
  return [first, ...others];
}

async function find(named: string, options: ModelOptions, settings: MakeSettings): Promise<ServedModel> {
  const isBare = isBareModel(named);
  const directory = isBare ? await makeBareModel(named, settings, options.bareModel) : modelDirectory(named);
  requireFile(join(directory, 'ensemble.json'));
  const { manifest: written } = await findModel(directory);
  const manifest = { ...written, batch: { ...written.batch, ...options.batch } };
  const { model: name, version, title = name } = manifest;
  return {
    name,
    title,
    version,
    directory,
    path: isBare ? resolve(named) : directory,
    manifest,
    contracts: contractsOf(manifest),
    workers: options.workers ?? availableParallelism(),
    concurrency: options.concurrency ?? BATCHES_AT_ONCE * manifest.batch.largest,
  };
}

function describeDouble({ name, directory }: ServedModel, other: ServedModel): string {
  return directory === other.directory
    ? `the model ${name} is named twice: name it once`
    : `${other.directory} and ${directory} are both called "${name}": change "model" in one ensemble.json`;
}
