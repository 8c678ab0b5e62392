const BINS_TO_LIMIT = 2048;
const BINS = 8 * BINS_TO_LIMIT;

/** How many answers took how long, in bins of 1/2048 of a limit; what is refused takes for ever. Milliseconds. */
export class Latencies {
  readonly #bins = new Float64Array(BINS);
  readonly #width: number;
  #refused = 0;
  #all = 0;
  #longest = 0;

  constructor(limit: number) {
    this.#width = limit / BINS_TO_LIMIT;
  }

  count(milliseconds: number): void {
    this.#all += 1;
    if (milliseconds === Number.POSITIVE_INFINITY) {
      this.#refused += 1;
      return;
    }
    this.#bins[Math.min(BINS - 1, Math.floor(milliseconds / this.#width))]! += 1;
    if (milliseconds > this.#longest) {
      this.#longest = milliseconds;
    }
  }

  /** Adds others of the same limit, each counted `weight` times. */
  add(other: Latencies, weight: number): void {
    for (let bin = 0; bin < BINS; bin += 1) {
      this.#bins[bin]! += (other.#bins[bin] as number) * weight;
    }
    this.#refused += other.#refused * weight;
    this.#all += other.#all * weight;
    this.#longest = Math.max(this.#longest, other.#longest);
  }

  /**
   * The time below which this share lies, at most one bin too high; the longest one above 8 times the limit;
   * infinite where it falls on refused ones.
   */
  quantile(share: number): number {
    const wanted = share * this.#all * (1 - 1e-9);
    let sum = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      sum += this.#bins[bin] as number;
      if (sum > 0 && sum >= wanted) {
        return bin === BINS - 1 ? this.#longest : Math.min(this.#longest, (bin + 1) * this.#width);
      }
    }
    return this.#refused > 0 ? Number.POSITIVE_INFINITY : this.#longest;
  }
}
