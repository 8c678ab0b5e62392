/** The steps of one inference request: parse, look up, predict, store. */
import { CacheSession } from '../cache/cache-session.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { withTimeout } from '../cache/with-timeout.ts';
import type { InferenceResult, InferenceRoute, ModelInfo } from '../contracts/contract.ts';
import { type HttpRequest, refuseQuery } from '../contracts/http.ts';
import type { Prediction, PredictOptions, Predictor } from '../ensemble/predictor.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { Problem } from '../problems/problems.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';

export interface InferenceParts {
  readonly info: ModelInfo;
  readonly pipeline: Pipeline;
  readonly predictor: Predictor;
  readonly cache: ResponseCache | undefined;
}

export type InferenceTerms = Pick<PredictOptions, 'deadline' | 'explain' | 'client' | 'isAbandoned'>;

/**
 * Looks the response up, or predicts. If the deadline passes in a pool of workers, or while a request with the same id is being
 * predicted, the response is the pipeline's fallback or a problem. With an id, the late prediction still goes into the cache.
 * @param record collects the facts about the request for its log line
 * @returns the output for the contract, and the prediction. The prediction is undefined if the output is from the cache, or is
 * the fallback after the deadline.
 * @throws {Problem} if there is no response
 */
export async function infer(
  request: HttpRequest,
  { parse, ignoresQuery }: Pick<InferenceRoute, 'parse' | 'ignoresQuery'>,
  { info, pipeline, predictor, cache }: InferenceParts,
  { deadline, ...terms }: InferenceTerms,
  record: RequestRecord,
) {
  const { stages } = record;
  const parsed = await stages.time('contract', () => {
    if (request.query && !ignoresQuery) refuseQuery(request);
    return parse(request);
  });
  const { id, digest, idScope, input } = parsed;
  record.requestId = id;
  const session =
    cache && id !== undefined && digest ? new CacheSession(cache, id, digest, idScope) : undefined;
  record.cache = session;
  const inferred = (output: unknown, version: string, prediction?: Prediction) => {
    record.summary = pipeline.summary(output);
    return { result: { parsed, output, version } satisfies InferenceResult, prediction };
  };
  const inferredLate = () => {
    if (!pipeline.fallback) throw deadlineExceeded(info);
    const output = pipeline.fallback(input);
    record.prediction = { runs: [], lacking: 'every member' };
    const first = session?.keep(pipeline.pack(output));
    return first ? inferred(pipeline.unpack(first.response), first.version) : inferred(output, info.version);
  };

  for (;;) {
    const known = session && (await stages.time('cacheGet', () => session.get(parsed.attemptsLeft)));
    if (known) return inferred(pipeline.unpack(known.response), known.version);
    // A request waits while a prediction for the same id is in progress. If that leaves no response, the request predicts, too.
    const running = session?.running;
    if (!running) break;
    if (deadline.millisecondsLeft <= 0) return inferredLate();
    await withTimeout(deadline.millisecondsLeft, () => running).catch(() => {});
  }
  const late = Promise.withResolvers<void>();
  const predict = async () => {
    const millisecondsAfter = session ? (cache?.writingMilliseconds ?? 0) : 0;
    const options = { ...terms, deadline, millisecondsAfter, onLate: late.resolve };
    const prediction = await predictor.predict(input, options);
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
  return Promise.race([session ? session.run(predict) : predict(), late.promise.then(inferredLate)]);
}

function deadlineExceeded({ deadlineMilliseconds: deadline }: ModelInfo): Problem {
  const detail = `The model did not respond within its deadline of ${deadline} ms.`;
  return new Problem(
    'deadline-exceeded',
    `${detail} A repeat with the same id gets the response, if there is one by then.`,
  );
}
