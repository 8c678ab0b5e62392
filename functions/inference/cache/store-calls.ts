/** One request's calls of the table, within one time limit. */
import { withTimeout } from './with-timeout.ts';

export class StoreCalls {
  failure: string | undefined;
  millisecondsLeft: number;
  readonly #circuit: Circuit;

  constructor(circuit: Circuit, timeoutMilliseconds: number) {
    this.#circuit = circuit;
    this.millisecondsLeft = timeoutMilliseconds;
  }

  /** Calls the table with a time limit in milliseconds. @returns undefined when the call fails */
  async call<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (!this.#circuit.allows) return this.fail('Not called after repeated failures');
    if (milliseconds <= 0) return this.fail('No time left');
    const began = this.#circuit.begins();
    const started = performance.now();
    try {
      const result = await withTimeout(milliseconds, work);
      this.#circuit.succeeded();
      return result;
    } catch (error) {
      this.#circuit.failed(began);
      return this.fail(`${(error as Error).name}: ${(error as Error).message}`);
    } finally {
      this.millisecondsLeft -= performance.now() - started;
    }
  }

  fail(reason: string): undefined {
    this.failure ??= reason;
  }
}

const FAILURES_TO_OPEN = 2;
const FIRST_PAUSE_MILLISECONDS = 1_000;
const MAX_PAUSE_MILLISECONDS = 30_000;

/**
 * closed ── failures in a row ──▶ open ── pause over ──▶ one call is let through
 *    ▲                              ▲                            │
 *    └────────── success ───────────┼──────────────── failure, pause doubled
 */
export class Circuit {
  #failures = 0;
  #pause = FIRST_PAUSE_MILLISECONDS;
  #openUntil = 0;
  #openedAt = Number.NEGATIVE_INFINITY;

  get allows(): boolean {
    return performance.now() >= this.#openUntil;
  }

  /**
   * Registers a call. After failures, one of several simultaneous requests tests whether the table is back.
   *
   * @returns when it begins, for `failed`
   */
  begins(): number {
    const now = performance.now();
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = now + this.#pause;
    return now;
  }

  /** Whether the last call succeeded; true before the first one. */
  get trusts(): boolean {
    return this.#failures === 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
    this.#pause = FIRST_PAUSE_MILLISECONDS;
  }

  /** @param began when the call began. A call from before the last pause says nothing about the table now. @default now */
  failed(began = performance.now()): void {
    if (began < this.#openedAt) return;
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openedAt = performance.now();
    this.#openUntil = this.#openedAt + this.#pause;
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE_MILLISECONDS);
  }
}
