/** Puts questions as the contract's clients do, until each has its answer, and holds every reply against the ledger. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ContractClient, Sample } from '../../../functions/inference/contracts/client.ts';
import { exchange } from '../../../load-tests/client/exchange.ts';
import { withOtherBytes } from '../../../load-tests/client/other-bytes.ts';
import { ATTEMPTS, type Question } from '../../../load-tests/client/question.ts';
import type { TakeDown } from '../events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Counts, Wrong } from './counts.ts';
import { type Attempt, readAttempt } from './reading.ts';

/** A question that has no answer by then is lost. */
export const LOST_AFTER_MILLISECONDS = 60_000;
/** A client that finds nobody tries again after this. */
const UNREACHABLE_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/** `refused`: it stops, and then nobody listens. `cut`: connections may break off, too. */
export type Unreachable = 'refused' | 'cut';

export interface AskerPlan {
  readonly target: string;
  readonly client: ContractClient;
  /** How long a client waits for an answer before it asks again. */
  readonly budgetMilliseconds: number;
  /** How long a client repeats its question. @default 60000 */
  readonly lostAfterMilliseconds?: number;
}

/** How a question ended, and in how many attempts. */
export interface Settled {
  readonly attempts: number;
  /** The last attempt; undefined: lost. */
  readonly last: Extract<Attempt, { kind: 'answered' | 'conflict' }> | undefined;
}

/** Asks single questions. What keeps on asking stands in `crowd.ts`. */
export class Asker {
  /** What connections may suffer because the service is down on purpose. */
  expects: Unreachable | undefined;
  /** The answers that samples get in calm. */
  readonly expected = new Map<string, string>();
  readonly #plan: AskerPlan;
  readonly #ledger: Ledger;
  readonly #counts: Counts;
  readonly #takeDown: TakeDown;

  constructor(plan: AskerPlan, ledger: Ledger, counts: Counts, takeDown: TakeDown) {
    this.#plan = plan;
    this.#ledger = ledger;
    this.#counts = counts;
    this.#takeDown = takeDown;
  }

  /**
   * Asks until there is an answer: at once again when the time is over, after `Retry-After` when refused.
   *
   * @param id where it has one already, it belongs to `sample` or to another sample
   * @param options impatient: the first attempts after a refusal come at once, as in a storm
   */
  async put(id: string, sample: Sample, options: { impatient?: boolean } = {}): Promise<Settled> {
    this.#counts.questions += 1;
    const question = { id, sample: withOtherBytes(sample, id) };
    const known = this.#ledger.entry(id);
    if (known && known.question !== sample.name) this.#ledger.contest(id);
    const began = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      const attempt = await this.#attempt(question, attempts);
      if (attempt.kind === 'answered' || attempt.kind === 'conflict') return { attempts, last: attempt };
      if (performance.now() - began > (this.#plan.lostAfterMilliseconds ?? LOST_AFTER_MILLISECONDS)) {
        const detail = `"${sample.name}" after ${attempts} attempts, the last one: ${words(attempt)}`;
        this.wrong('lost', id, detail);
        return { attempts, last: undefined };
      }
      const storms = options.impatient === true && attempts < ATTEMPTS;
      if (!storms) await delay(pauseAfter(attempt));
    }
  }

  /** Counts something that must not happen. */
  wrong(kind: Wrong, id: string, detail: string): void {
    this.#counts.wrong[kind] += 1;
    this.#takeDown(kind, { id, detail });
  }

  async #attempt(question: Question, number: number): Promise<Attempt> {
    const { target, client, budgetMilliseconds } = this.#plan;
    this.#counts.attempts += 1;
    const expected = this.expects;
    const { id, sample } = question;
    const { method, path, headers, body } = client.request(sample, id, Math.max(0, ATTEMPTS - number));
    const sent = { method, headers, body, timeoutMilliseconds: budgetMilliseconds };
    const attempt = readAttempt(await exchange(new URL(`${target}${path}`), sent), client, id);
    this.#judge(question, attempt, [expected, this.expects]);
    return attempt;
  }

  #judge({ id, sample }: Question, attempt: Attempt, expected: readonly (Unreachable | undefined)[]): void {
    const counts = this.#counts;
    switch (attempt.kind) {
      case 'answered':
        this.#judgeAnswer(id, sample.name, attempt);
        return;
      case 'conflict': {
        const contradiction = this.#ledger.refused(id, sample.name);
        if (contradiction === undefined) counts.conflicts += 1;
        else this.wrong('changed', id, contradiction);
        return;
      }
      case 'refused':
        if (attempt.status === 429) counts.refused429 += 1;
        else counts.refused503 += 1;
        return;
      case 'late':
        counts.late += 1;
        return;
      case 'unreachable':
        this.#judgeUnreachable(id, attempt.error, expected);
        return;
      case 'wrong': {
        const { status, detail } = attempt;
        counts.wrongStatuses.set(String(status), (counts.wrongStatuses.get(String(status)) ?? 0) + 1);
        this.wrong('wrong status', id, `${status} for a good question: ${detail}`);
      }
    }
  }

  /** @param expected before the attempt and after it */
  #judgeUnreachable(id: string, error: string, expected: readonly (Unreachable | undefined)[]): void {
    const counts = this.#counts;
    if (!expected.includes('cut') && !expected.includes('refused')) {
      this.wrong('broken connection', id, error);
      return;
    }
    counts.unreachable += 1;
    if (error !== 'ECONNREFUSED' && !expected.includes('cut')) {
      counts.cutWhileStopping += 1;
      this.#takeDown('cut while stopping', { id, error });
    }
  }

  #judgeAnswer(id: string, question: string, attempt: Extract<Attempt, { kind: 'answered' }>): void {
    const { answer, firmness, fromMemory } = attempt;
    const counts = this.#counts;
    counts.answers += 1;
    if (fromMemory) counts.fromMemory += 1;
    if (firmness === 'owed') counts.degraded += 1;
    if (firmness === 'provisional') counts.provisional += 1;
    const contradiction = this.#ledger.answered({ id, question, answer, firmness, fromMemory });
    if (contradiction !== undefined) {
      this.wrong('changed', id, contradiction);
      return;
    }
    const expected = this.expected.get(question);
    if (expected !== undefined && firmness !== 'provisional' && answer !== expected) {
      this.wrong('wrong answer', id, `"${question}" was answered "${answer}", in calm "${expected}"`);
    }
  }
}

function pauseAfter(attempt: Attempt): number {
  if (attempt.kind === 'refused') return Math.min(attempt.retryAfterMilliseconds, LONGEST_PAUSE);
  return attempt.kind === 'late' ? 0 : UNREACHABLE_PAUSE;
}

function words(attempt: Attempt): string {
  switch (attempt.kind) {
    case 'unreachable':
      return attempt.error;
    case 'wrong':
    case 'refused':
      return `status ${attempt.status}`;
    default:
      return attempt.kind;
  }
}
