/** The path of one inference request: parse, look up, predict, store. */
import type { ResponseCache } from '../cache/response-cache.ts';
import { withTimeout } from '../cache/with-timeout.ts';
import type { InferenceResult, InferenceRoute, ModelInfo } from '../contracts/contract.ts';
import { type HttpRequest, refuseQuery } from '../contracts/http.ts';
import type { Deadline, Prediction, PredictOptions, Predictor } from '../ensemble/predictor.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';

/** Timers cannot wait for ever, as some deadlines do. */
const LONGEST_WAIT_MILLISECONDS = 60_000;

export interface InferenceParts {
  readonly info: ModelInfo;
  readonly pipeline: Pipeline;
  readonly predictor: Predictor;
  readonly cache: ResponseCache | undefined;
}

export type InferenceTerms = Pick<PredictOptions, 'deadline' | 'explain' | 'client' | 'isAbandoned'>;

/** An output as contracts write it, and the prediction that it is of; undefined where the cache had another one. */
export interface Inferred {
  readonly result: InferenceResult;
  readonly prediction: Prediction | undefined;
}

/**
 * @param record takes down what happens on the way
 * @throws {Problem} where there is none
 */
export async function infer(
  request: HttpRequest,
  { parse, ignoresQuery }: Pick<InferenceRoute, 'parse' | 'ignoresQuery'>,
  { info, pipeline, predictor, cache }: InferenceParts,
  { deadline, ...terms }: InferenceTerms,
  record: RequestRecord,
): Promise<Inferred> {
  const { stages } = record;
  const parsed = await stages.time('contract', () => {
    if (request.query && !ignoresQuery) refuseQuery(request);
    return parse(request);
  });
  const { id, digest, idScope, input } = parsed;
  record.requestId = id;
  const session = id === undefined || !digest ? undefined : cache?.session(id, digest, idScope);
  record.cache = session;
  const inferred = (output: unknown, version: string, prediction?: Prediction): Inferred => {
    record.summary = pipeline.summary(output);
    return { result: { parsed, output, version }, prediction };
  };

  for (;;) {
    const known = session && (await stages.time('cacheGet', () => session.get(parsed.attemptsLeft)));
    if (known) return inferred(pipeline.unpack(known.response), known.version);
    // A request with the same id waits for the prediction in progress, and predicts itself where that fails.
    if (!session?.running || !(await isOverInTime(session.running, deadline))) break;
  }
  const predict = async () => {
    const millisecondsAfter = session ? (cache?.writing.expected ?? 0) : 0;
    const prediction = await predictor.predict(input, { ...terms, deadline, millisecondsAfter });
    record.prediction = prediction;
    const { queue, decode, predict } = prediction.milliseconds;
    if (queue !== undefined) stages.set('queue', queue);
    stages.set('decode', decode);
    stages.set('predict', predict);
    const { output, lacking } = prediction;
    if (!session) return inferred(output, info.version, prediction);
    const packed = pipeline.pack(output);
    const first = lacking ? session.keep(packed) : await stages.time('cachePut', () => session.put(packed));
    if (first.response === packed) return inferred(output, first.version, prediction);
    return inferred(pipeline.unpack(first.response), first.version);
  };
  return session ? session.run(predict) : predict();
}

async function isOverInTime(running: Promise<void>, { millisecondsLeft }: Deadline): Promise<boolean> {
  try {
    await withTimeout(Math.min(millisecondsLeft, LONGEST_WAIT_MILLISECONDS), () => running);
    return true;
  } catch {
    return false;
  }
}
