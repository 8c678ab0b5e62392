/** The way of one request: contract, recall, decode, predict, remember. */
import { hash } from 'node:crypto';
import type { Budget } from './budget.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { Answer, Contract, Question } from './contracts/contract.ts';
import type { Ensemble } from './ensemble/ensemble.ts';
import { type HttpEvent, readJson } from './http.ts';
import { decodePixels } from './image.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

/** What answers a question. */
export interface Services {
  readonly contract: Contract;
  readonly ensemble: Ensemble;
  /** Undefined where nothing is remembered. */
  readonly cache: ResultCache | undefined;
}

export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
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
  { contract, ensemble, cache }: Services,
  { budget, everyMember }: Terms,
  record: RequestRecord,
): Promise<Answered> {
  const { stages } = record;
  const question = await stages.time('contract', () => contract.parse(readJson(event)));
  const { id, image } = question;
  record.requestId = id;
  record.imageBytes = image.length;
  const visit = cache?.visit(id, hash('sha256', image));
  record.visit = visit;

  const known = visit && (await stages.time('recall', () => visit.recall(question.attemptsLeft)));
  if (known) {
    record.answer = known.answer;
    return { question, answer: known };
  }
  const pixels = await stages.time('decode', () => decodePixels(image, ensemble.grid));
  const prediction = await stages.time('predict', () =>
    ensemble.predict(pixels, {
      everyMember,
      millisecondsLeft: () => budget.millisecondsLeft(),
      millisecondsAfter: cache?.writing.expected ?? 0,
    }),
  );
  record.prediction = prediction;
  const { answer, confidence } = prediction;
  const given = visit
    ? await stages.time('remember', () => visit.remember(answer, confidence))
    : { answer, confidence, version: ensemble.version };
  record.answer = given.answer;
  return { question, answer: given };
}
