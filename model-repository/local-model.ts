/**
 * Runs models in this process, without a service, for commands that read the votes of members. A model's own contract turns its
 * samples into requests.
 */
import type { Sample } from '../functions/inference/contracts/client.ts';
import { findClient } from '../functions/inference/contracts/clients.ts';
import type { InferenceRoute, ModelInfo } from '../functions/inference/contracts/contract.ts';
import { loadEnsemble } from '../functions/inference/ensemble/ensemble.ts';
import { type Manifest, readManifest } from '../functions/inference/model/manifest.ts';
import type { Vote } from '../functions/inference/pipelines/pipeline.ts';
import { blankTensor } from '../functions/inference/pipelines/tensor/pipeline.ts';
import { Problem } from '../functions/inference/problems/problems.ts';
import { openModel, requireContracts } from '../functions/inference/service/start.ts';
import { textInputOf } from '../functions/release-check/sampled-model.ts';
import { median } from '../project/median.ts';

/**
 * Loads a model. Each inference runs in one thread, as on one vCPU.
 *
 * @param concurrency if this and `batch.largest` of `ensemble.json` are above one, members must support batches
 * @returns the model. Its `inputOf` turns a sample into the pipeline's input, and throws a `Problem` if the contract refuses the
 * sample. Its `predict` runs every member on a sample, and throws a `Problem` if the contract or the pipeline refuses it.
 * @throws {ModelError} naming the file or field that is wrong
 */
export async function loadLocalModel(
  { directory, manifest }: Readonly<{ directory: string; manifest: Manifest }>,
  concurrency = 1,
) {
  const ensemble = await loadEnsemble(directory, manifest, { threads: 1, concurrency });
  const { pipeline } = ensemble;
  const definitions = requireContracts(directory, manifest);
  const opened = openModel(manifest, pipeline, definitions, process.env, manifest);
  const contract = opened.contracts[0]!;
  const client = findClient(contract.name, manifest.model, textInputOf(manifest.pipeline))!;
  const send = (sample: Sample) => {
    const id = client.needsId ? 'local' : undefined;
    const request = client.request(sample, id, 0);
    const route = contract.routes.find(
      (found): found is InferenceRoute => 'parse' in found && found.path === request.path,
    );
    if (!route) throw new Error(`${client.contract} has no route ${request.path}`);
    const body = Buffer.from(request.body as string);
    return { id, route, parsed: route.parse({ ...request, body, header: (name) => request.headers[name] }) };
  };
  return {
    ...opened,
    ensemble,
    manifest,
    directory,
    inputOf: (sample: Sample) => send(sample).parsed.input,
    async predict(sample: Sample) {
      const { id, route, parsed } = send(sample);
      const { input } = parsed;
      const outcome = await ensemble.predict(input, { explain: true });
      const { output } = outcome;
      return {
        ...outcome,
        /** The output that this vote alone would give. */
        outputAlone: (vote: Vote<unknown>) => pipeline.combine([vote], 0, input).output,
        /** The response as a caller's client reads it. */
        reply() {
          const { body = '', ...response } = route.reply({ parsed, output, version: manifest.version }, 0);
          return client.read({ ...response, body: body.toString() }, id);
        },
      };
    },
  };
}

const MOST_RUNS = 9;
const ENOUGH_MILLISECONDS = 500;

/** A loaded model, and how long its members take for a blank request, if they can run one. */
export type TriedModel = Awaited<ReturnType<typeof tryModel>>;

/**
 * Loads a model and runs it on a blank request, a few times.
 *
 * @returns the model, and its members in their order, each with its median milliseconds (undefined if no blank request could run)
 * @throws {ModelError} naming the file or field that is wrong
 */
export async function tryModel(directory: string) {
  const manifest = readManifest(directory);
  const model = await loadLocalModel({ directory, manifest }, manifest.batch.largest);
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
  const blank = Object.fromEntries(inputs.map((input) => [input.name, blankTensor(input)]));
  const wanted = outputs.map(({ name }) => name);
  try {
    return input(blank, wanted);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
