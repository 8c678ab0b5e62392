/** A moving mean of durations, which the deadline is checked against. */

/** Share of the newest measurement in the mean. */
export const NEWEST_SHARE = 0.1;
/** One measurement counts at most this many times the mean: a frozen sandbox is not a slow model. */
export const OUTLIER_FACTOR = 4;

/** Exponentially weighted mean of durations in milliseconds. */
export class RunningDuration {
  #mean = 0;

  get expected(): number {
    return this.#mean;
  }

  /** Forgets what was measured and starts from this. */
  restart(milliseconds: number): void {
    this.#mean = milliseconds;
  }

  /** The first one counts in full. */
  add(milliseconds: number): void {
    if (this.#mean === 0) this.#mean = milliseconds;
    else this.#mean += NEWEST_SHARE * (Math.min(milliseconds, OUTLIER_FACTOR * this.#mean) - this.#mean);
  }
}
