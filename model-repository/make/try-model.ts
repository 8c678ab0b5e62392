/** Runs a model through the service's own code, without a service. */
import type { ModelInfo } from '../../functions/inference/contracts/contract.ts';
import { loadEnsemble } from '../../functions/inference/ensemble/ensemble.ts';
import { type Manifest, readManifest } from '../../functions/inference/model/manifest.ts';
import { requirePipeline } from '../../functions/inference/pipelines/pipelines.ts';
import { blankTensor } from '../../functions/inference/pipelines/tensor/pack.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { openModel, requireContracts } from '../../functions/inference/service/start.ts';

/**
 * Loads the model of a folder; an inference runs in one thread, as on one vCPU.
 *
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function openRepositoryModel(directory: string, manifest: Manifest) {
  const { deadlineMilliseconds } = manifest;
  const definitions = requireContracts(directory, manifest);
  const ensemble = await loadEnsemble(directory, manifest, requirePipeline(directory, manifest), {
    threads: 1,
  });
  return {
    ...openModel(manifest, ensemble.pipeline, definitions, process.env, { deadlineMilliseconds }),
    ensemble,
  };
}

const MOST_RUNS = 9;
const ENOUGH_MILLISECONDS = 500;

/** A model that has run on a blank request. */
export type TriedModel = Awaited<ReturnType<typeof tryModel>>;

/**
 * Loads a model and runs it on a blank request, a few times.
 *
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function tryModel(directory: string) {
  const manifest = await readManifest(directory);
  const model = await openRepositoryModel(directory, manifest);
  return {
    info: model.info,
    /** A command line that sends it a request, with `$ADDRESS` for the address of the service. */
    example: model.contracts[0]?.example() ?? '',
    members: await timeMembers(model),
    model,
  };
}

/** Median of a few runs of each member, in the order in which they run; undefined where none can be made up. */
async function timeMembers({ ensemble, info }: Awaited<ReturnType<typeof openRepositoryModel>>) {
  const { tensors, members } = info;
  const input = blankInput(tensors);
  if (input === undefined) return members.map((name) => ({ name, milliseconds: undefined }));
  const times = new Map<string, number[]>();
  const started = performance.now();
  for (let run = 0; run < MOST_RUNS && performance.now() - started < ENOUGH_MILLISECONDS; run += 1) {
    const { votes } = await ensemble.predict(input, ensemble.pipeline.blank(), { explain: true });
    for (const { name, milliseconds } of votes) times.set(name, [...(times.get(name) ?? []), milliseconds]);
  }
  // Where a blank request says nothing, as an empty sentence does, no member runs.
  return members.map((name) => ({
    name,
    milliseconds: times.has(name) ? median(times.get(name)!) : undefined,
  }));
}

/** What stands for the request of blank tensors; undefined where the pipeline takes no such request. */
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

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
