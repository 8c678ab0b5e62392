/** Pauses calls to a store that fails again and again. */
import { withTimeout } from './with-timeout.ts';

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
   * Calls the store with a time limit. After a pause, only the first call tests whether the store is back: `allows` is false for
   * others.
   * @throws the error of the call, or the time-out
   */
  async call<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const began = performance.now();
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = began + this.#pause;
    try {
      const result = await withTimeout(milliseconds, work);
      this.succeeded();
      return result;
    } catch (error) {
      this.failed(began);
      throw error;
    }
  }

  /** Whether no failure has been counted since the last success, or since the start. */
  get trusts(): boolean {
    return this.#failures === 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
    this.#pause = FIRST_PAUSE_MILLISECONDS;
  }

  /** @param began start of the call. A call from before the last pause is ignored, because it is out of date. @default now */
  failed(began = performance.now()): void {
    if (began < this.#openedAt) return;
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openedAt = performance.now();
    this.#openUntil = this.#openedAt + this.#pause;
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE_MILLISECONDS);
  }
}
