/** The way of one question: contract, recall, decode, predict, remember. */
import type { ResultCache } from '../cache/result-cache.ts';
import type { Answered, Question, QuestionRoute, TaskInfo } from '../contracts/contract.ts';
import type { Ensemble } from '../members/ensemble.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';
import type { Budget } from './budget.ts';
import type { HttpEvent } from './http.ts';

/** What answers a question. */
export interface Services {
  readonly info: TaskInfo;
  readonly ensemble: Ensemble;
  /** Undefined where nothing is remembered. */
  readonly cache: ResultCache | undefined;
}

/** How one question is to be answered. */
export interface Terms {
  readonly budget: Budget;
  /** Whether members are asked that cannot change the answer. */
  readonly everyMember: boolean;
}

/**
 * Answers one question.
 *
 * @param record takes down what happens on the way
 * @throws {Problem} when it cannot be answered
 */
export async function answerQuestion(
  event: HttpEvent,
  { parse }: Pick<QuestionRoute, 'parse'>,
  services: Services,
  { budget, everyMember }: Terms,
  record: RequestRecord,
): Promise<Answered> {
  const { info, ensemble, cache } = services;
  const { kind } = ensemble;
  const { stages } = record;
  const question = await stages.time('contract', () => parse(event));
  const { id, digest = '', input } = question;
  record.requestId = id;
  const visit = id === undefined ? undefined : cache?.visit(id, digest);
  record.visit = visit;

  const known = visit && (await stages.time('recall', () => visit.recall(question.attemptsLeft)));
  if (known) return given(question, kind.unpack(known.answer), known.version);
  const feeds = await stages.time('decode', () => kind.decode(input));
  const prediction = await stages.time('predict', () =>
    ensemble.predict(input, feeds, {
      everyMember,
      millisecondsLeft: () => budget.millisecondsLeft(),
      millisecondsAfter: visit ? (cache?.writing.expected ?? 0) : 0,
    }),
  );
  record.prediction = prediction;
  if (!visit) return given(question, prediction.output, info.version);
  const packed = kind.pack(prediction.output);
  const first = prediction.lacking
    ? visit.keep(packed)
    : await stages.time('remember', () => visit.remember(packed));
  const output = first.answer === packed ? prediction.output : kind.unpack(first.answer);
  return given(question, output, first.version);

  function given(asked: Question, output: unknown, version: string): Answered {
    record.summary = kind.summary(output);
    return { question: asked, output, version };
  }
}
