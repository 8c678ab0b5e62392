/** Loads a model into this process, for commands that run its members without a service. */
import { type Ensemble, loadEnsemble } from '../functions/inference/ensemble/ensemble.ts';
import type { Manifest } from '../functions/inference/model/manifest.ts';
import { requirePipeline } from '../functions/inference/pipelines/pipelines.ts';
import { type OpenedModel, openModel, requireContracts } from '../functions/inference/service/start.ts';

/** A loaded model. */
export interface RepositoryModel extends OpenedModel {
  readonly ensemble: Ensemble;
}

/**
 * Loads the model of a folder.
 *
 * @param threads of one inference
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function openRepositoryModel(
  directory: string,
  manifest: Manifest,
  threads: number,
): Promise<RepositoryModel> {
  const { deadlineMilliseconds } = manifest;
  const definitions = requireContracts(directory, manifest);
  const ensemble = await loadEnsemble(directory, manifest, requirePipeline(directory, manifest), { threads });
  return {
    ...openModel(manifest, ensemble.pipeline, definitions, process.env, { deadlineMilliseconds }),
    ensemble,
  };
}
