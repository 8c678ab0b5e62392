/** Who predicts samples: the members of a model in this process, or a service over HTTP. */
import * as v from 'valibot';
import type { ContractClient, Sample } from '../functions/inference/contracts/client.ts';
import { LabelsSchema } from '../functions/inference/information/labels.ts';
import { checkFields } from '../functions/inference/pipelines/define-pipeline.ts';
import { ImageLabelsSchema } from '../functions/inference/pipelines/image-classification/manifest.ts';
import { readLabels } from '../functions/inference/pipelines/labels.ts';
import type { LabelList, Pipeline } from '../functions/inference/pipelines/pipeline.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { type LocalPrediction, loadLocalModel } from '../model-repository/local-requests.ts';
import { clientOf, sendToService } from '../model-repository/request-source.ts';
import { UsageError } from '../project/usage-error.ts';
import type { EvaluationOptions } from './options.ts';

export interface Judged {
  /** What a caller reads in the response. @throws {Error} where that is no prediction */
  prediction(): string;
  /** Until the prediction is certain, decoding included; of a service, from sending to having read the reply. */
  readonly milliseconds: number;
  /** Members that a service runs before the prediction is certain; undefined where it does not say. */
  readonly membersRun: number | undefined;
  /** What every member makes of it; a service does not say. */
  readonly local?: LocalPrediction & { readonly pipeline: Pipeline };
}

/** @throws {Error} when the service gives no prediction */
export type Judge = (sample: Sample) => Promise<Judged>;

/** The model's own members, or the service that options name. @throws {RepositoryError} for a contract that it does not have */
export async function openJudge(model: FoundModel, { url, contract }: EvaluationOptions): Promise<Judge> {
  if (url !== undefined) return serviceJudge(url, clientOf(model.manifest, contract));
  return localJudge(await loadLocalModel(model));
}

/**
 * The same for a model that chooses a label, with the labels that it chooses from; undefined where nobody lists them.
 *
 * @throws {Error} when the service has other models only, or does not respond
 */
export async function openClassifier(model: FoundModel, { url, contract }: EvaluationOptions) {
  if (url === undefined) {
    const local = await loadLocalModel(model);
    return { judge: localJudge(local), inputs: local.info.tensors.inputs, labels: local.info.labels };
  }
  const client = clientOf(model.manifest, contract);
  const service = await findService(url, model.manifest.model);
  // The service may have another version of the model than this repository.
  const labels = service.labels ?? (await labelsHere(model, service.url));
  return { judge: serviceJudge(service.url, client), inputs: [], labels };
}

function localJudge({ predict, ensemble }: Awaited<ReturnType<typeof loadLocalModel>>): Judge {
  const { pipeline } = ensemble;
  return async (sample) => {
    const local = await predict(sample);
    const { votes, decidedAfter: membersRun = votes.length, decodingMilliseconds } = local;
    const needed = votes.slice(0, membersRun);
    return {
      prediction() {
        const reply = local.reply();
        if ('error' in reply) throw new Error(`${sample.name}: ${reply.error}`);
        return reply.prediction;
      },
      milliseconds: needed.reduce((sum, { milliseconds }) => sum + milliseconds, decodingMilliseconds),
      membersRun,
      local: { ...local, pipeline },
    };
  };
}

/** @param url address of the service, which may have a path of its own */
function serviceJudge(url: string, client: ContractClient): Judge {
  return async (sample) => {
    const started = performance.now();
    const { reply, response } = await sendToService(url, client, sample).catch(unreachable('the service'));
    const milliseconds = performance.now() - started;
    if ('error' in reply)
      throw new Error(`${url} gave no prediction: ${reply.error} ${response.body}`.trim());
    // Such as `2 of 3`.
    const [membersRun] = (response.headers['x-subsecond-members']?.match(/^\d+/) ?? []).map(Number);
    return { prediction: () => reply.prediction, milliseconds, membersRun };
  };
}

/** What became of a connection is in the cause of what fetch throws. */
function unreachable(what: string): (error: Error) => never {
  return (error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new Error(`${what} cannot be reached: ${message}`);
  };
}

/**
 * Where a service has a model: its own address, or where it has several models, the one of this model below it. With it come
 * the labels; undefined where the service does not list them.
 */
export async function findService(url: string, model: string) {
  const base = url.replace(/\/+$/, '');
  const own = await labelsAt(base);
  if (own?.model === model) return { url: base, labels: own };
  const below = `${base}/models/${model}`;
  const labels = await labelsAt(below);
  if (labels?.model === model) return { url: below, labels };
  if (own === undefined) return { url: base, labels: undefined };
  throw new UsageError(`${url} serves the model ${own.model}, not ${model}: name the one to evaluate`);
}

/** A service that has not responded by then will not. */
const TIMEOUT_MILLISECONDS = 10_000;

async function labelsAt(place: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const response = await fetch(`${place}/labels`, { signal }).catch(unreachable(place));
  const parsed = v.safeParse(LabelsSchema, await response.json().catch(() => undefined));
  return response.ok && parsed.success ? parsed.output : undefined;
}

async function labelsHere({ directory, manifest }: FoundModel, url: string): Promise<LabelList> {
  console.error(`${url} does not say its labels: judged by those of the model here`);
  const fields = v.pick(ImageLabelsSchema, ['labels', 'reject']);
  const { labels, reject } = checkFields(fields, manifest, directory);
  return { labels: await readLabels(directory, { labels }), ...(reject && { reject: reject.label }) };
}
