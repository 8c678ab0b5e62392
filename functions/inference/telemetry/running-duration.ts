/** A moving mean of durations, for comparing the expected time with the deadline. */

/** Share of the newest measurement in the mean. */
export const NEWEST_SHARE = 0.1;
/** Limits one measurement to this multiple of the mean, because a frozen environment is not a slow model. */
export const OUTLIER_FACTOR = 4;

/** Exponentially weighted mean of durations in milliseconds. */
export class RunningDuration {
  #mean = 0;

  get expected(): number {
    return this.#mean;
  }

  /** Discards the measurements and starts from this value. */
  restart(milliseconds: number): void {
    this.#mean = milliseconds;
  }

  /** The first measurement counts in full. */
  add(milliseconds: number): void {
    if (this.#mean === 0) this.#mean = milliseconds;
    else this.#mean += NEWEST_SHARE * (Math.min(milliseconds, OUTLIER_FACTOR * this.#mean) - this.#mean);
  }
}
