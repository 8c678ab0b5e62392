/** Leaves a table alone that has failed repeatedly, and tries again after a while. */

const FAILURES_TO_OPEN = 2;
const FIRST_PAUSE_MILLISECONDS = 1_000;
const MAX_PAUSE_MILLISECONDS = 30_000;

/**
 * closed ── failures in a row ──▶ open ── pause over ──▶ one call is let through
 *    ▲                              ▲                            │
 *    └────────── success ───────────┼──────────────── failure, pause doubled
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #pause = FIRST_PAUSE_MILLISECONDS;
  #openUntil = 0;

  /** @param now milliseconds on a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the table may be called. */
  get allows(): boolean {
    return this.#now() >= this.#openUntil;
  }

  /** A call is about to be made: of several requests at once, one finds out whether a table is back that has failed. */
  begins(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#now() + this.#pause;
  }

  /** Whether the last call succeeded, or there was none. */
  get trusts(): boolean {
    return this.#failures === 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
    this.#pause = FIRST_PAUSE_MILLISECONDS;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntil = this.#now() + this.#pause;
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE_MILLISECONDS);
  }
}
