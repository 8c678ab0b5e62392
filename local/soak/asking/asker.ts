/** Puts questions as the contract's clients do, until each has its answer, and has every reply judged. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ContractClient, Sample } from '../../../functions/inference/contracts/client.ts';
import { exchange } from '../../../load-tests/client/exchange.ts';
import { withOtherBytes } from '../../../load-tests/client/other-bytes.ts';
import { ATTEMPTS, type Question } from '../../../load-tests/client/question.ts';
import type { TakeDown } from '../events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Counts } from './counts.ts';
import { Judge, type Unreachable } from './judge.ts';
import { type Attempt, readAttempt } from './reading.ts';

/** A question that has no answer by then is lost. */
export const LOST_AFTER_MILLISECONDS = 60_000;
/** A client that finds nobody tries again after this. */
const UNREACHABLE_PAUSE = 200;
const LONGEST_PAUSE = 5000;

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
  readonly #plan: AskerPlan;
  readonly #ledger: Ledger;
  readonly #counts: Counts;
  readonly #judge: Judge;

  constructor(plan: AskerPlan, ledger: Ledger, counts: Counts, takeDown: TakeDown) {
    this.#plan = plan;
    this.#ledger = ledger;
    this.#counts = counts;
    this.#judge = new Judge(ledger, counts, takeDown);
  }

  /** The answers that samples get in calm, by their names. */
  get expected(): Map<string, string> {
    return this.#judge.expected;
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
        this.#judge.wrong('lost', id, detail);
        return { attempts, last: undefined };
      }
      const storms = options.impatient === true && attempts < ATTEMPTS;
      if (!storms) await delay(pauseAfter(attempt));
    }
  }

  async #attempt(question: Question, number: number): Promise<Attempt> {
    const { target, client, budgetMilliseconds } = this.#plan;
    this.#counts.attempts += 1;
    const expected = this.expects;
    const { id, sample } = question;
    const { method, path, headers, body } = client.request(sample, id, Math.max(0, ATTEMPTS - number));
    const sent = { method, headers, body, timeoutMilliseconds: budgetMilliseconds };
    const attempt = readAttempt(await exchange(new URL(`${target}${path}`), sent), client, id);
    this.#judge.take(question, attempt, [expected, this.expects]);
    return attempt;
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
