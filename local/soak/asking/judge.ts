/** Holds every reply against the ledger, and counts what must not happen. */
import type { Question } from '../../../load-tests/client/question.ts';
import type { TakeDown } from '../events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Counts, Wrong } from './counts.ts';
import type { Attempt } from './reading.ts';

/** `refused`: it stops, and then nobody listens. `cut`: connections may break off, too. */
export type Unreachable = 'refused' | 'cut';

export class Judge {
  /** The answers that samples get in calm, by their names. */
  readonly expected = new Map<string, string>();
  readonly #ledger: Ledger;
  readonly #counts: Counts;
  readonly #takeDown: TakeDown;

  constructor(ledger: Ledger, counts: Counts, takeDown: TakeDown) {
    this.#ledger = ledger;
    this.#counts = counts;
    this.#takeDown = takeDown;
  }

  /**
   * Counts a reply, and finds what is wrong with it.
   *
   * @param expected what connections might suffer before the attempt and after it
   */
  take({ id, sample }: Question, attempt: Attempt, expected: readonly (Unreachable | undefined)[]): void {
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

  /** Counts something that must not happen. */
  wrong(kind: Wrong, id: string, detail: string): void {
    this.#counts.wrong[kind] += 1;
    this.#takeDown(kind, { id, detail });
  }
}
