/** The path of one inference request: parse, look up, predict, store. */
import type { ResultCache } from '../cache/result-cache.ts';
import { within } from '../cache/within.ts';
import type { Answered, QuestionRoute, TaskInfo } from '../contracts/contract.ts';
import type { HttpRequest } from '../contracts/http.ts';
import type { Deadline } from '../ensemble/deadline.ts';
import type { Prediction, Predictor } from '../ensemble/predictor.ts';
import type { Kind } from '../pipelines/kind.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';

/** Timers cannot wait for ever, as some deadlines do. */
const LONGEST_WAIT_MILLISECONDS = 60_000;

/** What responds to inference requests. */
export interface InferenceParts {
  readonly info: TaskInfo;
  readonly kind: Kind;
  readonly predictor: Predictor;
  /** Undefined where nothing is cached. */
  readonly cache: ResultCache | undefined;
}

/** How one request is to be treated. */
export interface InferenceTerms {
  readonly deadline: Deadline;
  /** Whether members run that cannot change the output, and all votes are explained. */
  readonly explain: boolean;
  readonly isAbandoned?: (() => boolean) | undefined;
}

/** An output as contracts write it, and the prediction that it is of; undefined where the cache had another one. */
export interface Inferred {
  readonly answered: Answered;
  readonly prediction: Prediction | undefined;
}

/**
 * Infers the output for one request.
 *
 * @param record takes down what happens on the way
 * @throws {Problem} where there is none
 */
export async function infer(
  request: HttpRequest,
  { parse }: Pick<QuestionRoute, 'parse'>,
  { info, kind, predictor, cache }: InferenceParts,
  { deadline, explain, isAbandoned }: InferenceTerms,
  record: RequestRecord,
): Promise<Inferred> {
  const { stages } = record;
  const question = stages.timeNow('contract', () => parse(request));
  const { id, digest = '', idScope, input } = question;
  record.requestId = id;
  const visit = id === undefined ? undefined : cache?.visit(id, digest, idScope);
  record.cache = visit;
  const inferred = (output: unknown, version: string, prediction?: Prediction): Inferred => {
    record.summary = kind.summary(output);
    return { answered: { question, output, version }, prediction };
  };

  for (;;) {
    const known = visit && (await stages.time('recall', () => visit.recall(question.attemptsLeft)));
    if (known) return inferred(kind.unpack(known.answer), known.version);
    // Whoever comes with the same id while it is being predicted waits for that, and predicts where it has failed.
    if (!visit?.running || !(await isOverInTime(visit.running, deadline))) break;
  }
  const predict = async () => {
    const millisecondsAfter = visit ? (cache?.writing.expected ?? 0) : 0;
    const prediction = await predictor.predict(input, { deadline, millisecondsAfter, explain, isAbandoned });
    record.prediction = prediction;
    const { queue, decode, predict } = prediction.milliseconds;
    if (queue !== undefined) stages.set('queue', queue);
    stages.set('decode', decode);
    stages.set('predict', predict);
    const { output, lacking } = prediction;
    if (!visit) return inferred(output, info.version, prediction);
    const packed = kind.pack(output);
    const first = lacking ? visit.keep(packed) : await stages.time('remember', () => visit.remember(packed));
    if (first.answer === packed) return inferred(output, first.version, prediction);
    return inferred(kind.unpack(first.answer), first.version);
  };
  return visit ? visit.run(predict) : predict();
}

async function isOverInTime(running: Promise<void>, { millisecondsLeft }: Deadline): Promise<boolean> {
  try {
    await within(Math.min(millisecondsLeft, LONGEST_WAIT_MILLISECONDS), () => running);
    return true;
  } catch {
    return false;
  }
}
