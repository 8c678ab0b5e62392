/** Loads a task into this process, for commands that run its members without a service. */
import { type Ensemble, loadEnsemble } from '../functions/inference/ensemble/ensemble.ts';
import type { Manifest } from '../functions/inference/model/manifest.ts';
import { requireKind } from '../functions/inference/pipelines/kinds.ts';
import { type OpenedModel, openModel, requireContracts } from '../functions/inference/service/model.ts';

/** A loaded task. */
export interface Task extends OpenedModel {
  readonly ensemble: Ensemble;
}

/**
 * Loads the task of a folder.
 *
 * @param threads of one inference
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function loadTask(directory: string, manifest: Manifest, threads: number): Promise<Task> {
  const { budgetMilliseconds } = manifest;
  const definitions = requireContracts(directory, manifest);
  const ensemble = await loadEnsemble(directory, manifest, requireKind(directory, manifest), { threads });
  return {
    ...openModel(manifest, ensemble.kind, definitions, process.env, { budgetMilliseconds }),
    ensemble,
  };
}
