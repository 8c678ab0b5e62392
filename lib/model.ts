import { resolve } from 'node:path';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { readManifest } from '../functions/inference/model/manifest.ts';
import { ModelError } from '../functions/inference/model/model-error.ts';
import { requirePipeline } from '../functions/inference/pipelines/pipelines.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { modelsLayerCode } from './endpoint/runtime-layer.ts';
import type { ModelManifest } from './model-manifest.ts';

/**
 * A model: the files of its members, and its `ensemble.json`.
 *
 * @example
 * new EnsembleEndpoint(this, 'Digits', { model: Model.fromDirectory('./models/digits') });
 */
export class Model {
  /**
   * The model in a folder with an `ensemble.json` and the files that it names; `subsecond add` makes such folders. The layer
   * with the model is built at synthesis, without Docker.
   *
   * @param directory relative to the current folder at synthesis
   * @throws ConfigurationError if there is no `ensemble.json`, a field of it is wrong, or a graph's weights are in another folder
   */
  static fromDirectory(directory: string): Model {
    const folder = resolve(directory);
    try {
      const manifest = readManifest(folder);
      requirePipeline(folder, manifest);
      return new Model(manifest, () => modelsLayerCode(folder));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw new ConfigurationError(`There is no model to deploy in ${folder}: ${error.message}`);
    }
  }

  /**
   * A model from the content of a layer that has been built before.
   *
   * @param manifest content of the model's `ensemble.json`
   * @param models the layer's content, with `models/<model>` at the top
   */
  static fromLayer(manifest: ModelManifest, models: Code): Model {
    return new Model(manifest, () => models);
  }

  /** Content of the model's `ensemble.json`. */
  readonly manifest: ModelManifest;
  /**
   * Returns the content of the layer with the model. After `fromDirectory`, each call returns a new object, because two
   * stacks cannot share an asset. After `fromLayer`, each call returns the given object.
   */
  readonly models: () => Code;

  private constructor(manifest: ModelManifest, models: () => Code) {
    this.manifest = manifest;
    this.models = models;
  }

  /** Name of the model in `ensemble.json`. */
  get name(): string {
    return this.manifest.model;
  }
}
