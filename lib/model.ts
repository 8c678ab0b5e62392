import { resolve } from 'node:path';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { readManifest } from '../functions/inference/model/manifest.ts';
import { ModelError } from '../functions/inference/model/model-error.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { modelsLayerCode } from './endpoint/runtime-layer.ts';
import type { ModelManifest } from './model-manifest.ts';

/**
 * What is served: the files of a model's members, and what its `ensemble.json` says.
 *
 * @example
 * new EnsembleEndpoint(this, 'Digits', { model: Model.fromDirectory('./models/digits') });
 */
export class Model {
  /**
   * A model's folder, with `ensemble.json` and the files it names, as `subsecond add` makes it. The layer with the model
   * is built when the app is synthesised; no Docker is needed.
   *
   * @param directory relative to the folder where the app is synthesised
   * @throws ConfigurationError when it holds no model
   */
  static fromDirectory(directory: string): Model {
    const folder = resolve(directory);
    try {
      return new Model(readManifest(folder), () => modelsLayerCode(folder));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw new ConfigurationError(`There is no model to deploy in ${folder}: ${error.message}`);
    }
  }

  /**
   * Models that have been put together already.
   *
   * @param manifest what their `ensemble.json` says
   * @param models the layer's content, with `models/<model>` at the top
   */
  static fromLayer(manifest: ModelManifest, models: Code): Model {
    return new Model(manifest, () => models);
  }

  /** What its `ensemble.json` says. */
  readonly manifest: ModelManifest;
  /** The content of the layer with its models; a new one for each, as a stack may not share it with another. */
  readonly models: () => Code;

  private constructor(manifest: ModelManifest, models: () => Code) {
    this.manifest = manifest;
    this.models = models;
  }

  /** As its `ensemble.json` names it. */
  get name(): string {
    return this.manifest.model;
  }
}
