/** Runs a model through the service's own code, without a service. */
import type { ModelInfo } from '../../functions/inference/contracts/contract.ts';
import { loadEnsemble } from '../../functions/inference/ensemble/ensemble.ts';
import { type Manifest, readManifest } from '../../functions/inference/model/manifest.ts';
import { blankTensor } from '../../functions/inference/pipelines/tensor/pack.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { openModel, requireContracts } from '../../functions/inference/service/start.ts';
import { median } from '../../project/median.ts';

export type RepositoryModel = Awaited<ReturnType<typeof openRepositoryModel>>;

/**
 * Loads a model; an inference runs in one thread, as on one vCPU.
 *
 * @param concurrency if above one, members must support batches
 * @throws {ModelError} naming the file or field that is wrong
 */
export async function openRepositoryModel(directory: string, manifest: Manifest, concurrency = 1) {
  const ensemble = await loadEnsemble(directory, manifest, { threads: 1, concurrency });
  const definitions = requireContracts(directory, manifest);
  const opened = openModel(manifest, ensemble.pipeline, definitions, process.env, manifest);
  return { ...opened, ensemble, manifest, directory };
}

const MOST_RUNS = 9;
const ENOUGH_MILLISECONDS = 500;

/** A model that has run on a blank request. */
export type TriedModel = Awaited<ReturnType<typeof tryModel>>;

/**
 * Loads a model and runs it on a blank request, a few times.
 *
 * @returns the model, with the median duration of each member in the order in which they run
 * @throws {ModelError} naming the file or field that is wrong
 */
export async function tryModel(directory: string) {
  const manifest = readManifest(directory);
  const model = await openRepositoryModel(directory, manifest, manifest.batch.largest);
  const { ensemble, info } = model;
  const input = ensemble.warnings.length > 0 ? undefined : blankInput(info.tensors);
  const votes: { readonly name: string; readonly milliseconds: number }[] = [];
  const started = performance.now();
  const isEnough = () => performance.now() - started >= ENOUGH_MILLISECONDS;
  for (let run = 0; input !== undefined && run < MOST_RUNS && !isEnough(); run += 1) {
    votes.push(...(await ensemble.run(input, ensemble.pipeline.blank(), { explain: true })).votes);
  }
  const timesOf = (member: string) =>
    votes.filter(({ name }) => name === member).map(({ milliseconds }) => milliseconds);
  const members = info.members.map((name) => ({ name, milliseconds: median(timesOf(name)) }));
  return { ...model, members };
}

/** The pipeline's input for blank tensors; undefined if the pipeline refuses them. */
function blankInput({ inputs, outputs, input }: ModelInfo['tensors']): unknown {
  const blank = Object.fromEntries(inputs.map((place) => [place.name, blankTensor(place)]));
  const wanted = outputs.map(({ name }) => name);
  try {
    return input(blank, wanted);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
