/** Who predicts samples: the members of a model in this process, or a service over HTTP. */
import * as v from 'valibot';
import type { ContractClient, Sample } from '../functions/inference/contracts/client.ts';
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
  readonly local?: LocalPrediction;
}

/** @throws {Error} when the service gives no prediction */
export type Judge = (sample: Sample) => Promise<Judged>;

/**
 * The model's own members, or the service that options name.
 *
 * @param url where that service has the model
 * @throws {RepositoryError} where the model does not have the contract that options name
 */
export async function openJudge(
  model: FoundModel,
  { url: named, contract }: EvaluationOptions,
  url = named,
): Promise<Judge> {
  if (url !== undefined) return serviceJudge(url, clientOf(model.manifest, contract));
  const { predict } = await loadLocalModel(model);
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
      local,
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
    const membersRun = Number.parseInt(response.headers['x-subsecond-members'] ?? '', 10);
    return {
      prediction: () => reply.prediction,
      milliseconds,
      membersRun: Number.isNaN(membersRun) ? undefined : membersRun,
    };
  };
}

/** What became of a connection is in the cause of what fetch throws. */
function unreachable(what: string): (error: Error) => never {
  return (error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new Error(`${what} cannot be reached: ${message}`);
  };
}

/** A service that has not responded by then will not. */
const TIMEOUT_MILLISECONDS = 10_000;

const LabelsSchema = v.pipe(
  v.object({ model: v.string(), labels: v.array(v.string()), reject: v.optional(v.string()) }),
  v.transform(({ model, labels: listed, reject }) => ({ model, labels: { listed, reject } })),
);

/**
 * Where a service has a model: its own address, or where it has several models, the one of this model below it. With it come
 * the labels; undefined where the service does not list them.
 *
 * @throws {UsageError} when the service has other models only
 * @throws {Error} when it does not respond
 */
export async function findService(url: string, model: string) {
  const base = url.replace(/\/+$/, '');
  const first = await labelsAt(base);
  if (first?.model === model) return { url: base, labels: first.labels };
  const below = `${base}/models/${model}`;
  const other = await labelsAt(below);
  if (other?.model === model) return { url: below, labels: other.labels };
  if (first === undefined) return { url: base, labels: undefined };
  throw new UsageError(`${url} serves the model ${first.model}, not ${model}: name the one to evaluate`);
}

async function labelsAt(place: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const response = await fetch(`${place}/labels`, { signal }).catch(unreachable(place));
  const content: unknown = await response.json().catch(() => undefined);
  const parsed = v.safeParse(LabelsSchema, content);
  return response.ok && parsed.success ? parsed.output : undefined;
}
