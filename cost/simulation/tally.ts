import type { EnvironmentKind } from './fleet.ts';

const BINS_TO_LIMIT = 2048;
const BINS = 8 * BINS_TO_LIMIT;

/** A histogram of durations in milliseconds. A bin is 1/2048 of the limit, after which a response is late. */
export class Latencies {
  readonly #bins = new Float64Array(BINS);
  readonly #width: number;
  #all = 0;
  #longest = 0;

  constructor(limit: number) {
    this.#width = limit / BINS_TO_LIMIT;
  }

  count(milliseconds: number): void {
    this.#all += 1;
    this.#bins[Math.min(BINS - 1, Math.floor(milliseconds / this.#width))]! += 1;
    if (milliseconds > this.#longest) {
      this.#longest = milliseconds;
    }
  }

  /** Adds a histogram with the same limit; each of its durations counts `weight` times. */
  add(other: Latencies, weight: number): void {
    for (let bin = 0; bin < BINS; bin += 1) {
      this.#bins[bin]! += (other.#bins[bin] as number) * weight;
    }
    this.#all += other.#all * weight;
    this.#longest = Math.max(this.#longest, other.#longest);
  }

  /**
   * The duration below which a share of all durations lies, at most one bin too high. Above 8 times the limit, it is
   * the longest duration.
   */
  quantile(share: number): number {
    const wanted = share * this.#all * (1 - 1e-9);
    let sum = 0;
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      sum += this.#bins[bin] as number;
      if (sum > 0 && sum >= wanted) {
        return Math.min(this.#longest, (bin + 1) * this.#width);
      }
    }
    return this.#longest;
  }
}

/** Sums over a simulated period. In weighted tallies, counts need not be whole numbers. */
export class Tally {
  requests = 0;
  onDemand = 0;
  cold = 0;
  /**
   * Expected number of late responses, which is far less noisy than their count, because it does not depend on the
   * random duration of each request.
   */
  expectedLate = 0;
  /** Milliseconds of work in provisioned environments, or on servers. */
  fixedWork = 0;
  /** Milliseconds of simulated time. */
  span = 0;
  readonly latencies: Latencies;

  /** @param limit milliseconds after which a response is late */
  constructor(limit: number) {
    this.latencies = new Latencies(limit);
  }

  /**
   * Counts one request.
   * @param busy milliseconds of work
   * @param latency milliseconds as the client sees them
   * @param lateChance the probability that a request that has waited as long as this one is late
   */
  count(kind: EnvironmentKind, busy: number, latency: number, lateChance: number): void {
    this.requests += 1;
    this.onDemand += kind === 'provisioned' ? 0 : 1;
    this.cold += kind === 'cold' ? 1 : 0;
    this.expectedLate += lateChance;
    this.fixedWork += kind === 'provisioned' ? busy : 0;
    this.latencies.count(latency);
  }

  /** Adds another tally, counted `weight` times. */
  add(other: Tally, weight: number): void {
    for (const name of SUMS) {
      this[name] += other[name] * weight;
    }
    this.latencies.add(other.latencies, weight);
  }

  /** Utilisation of this number of provisioned environments or servers, 0 to 1. */
  utilisation(environments: number): number {
    return environments > 0 ? this.fixedWork / (this.span * environments) : 0;
  }
}

const SUMS = ['requests', 'onDemand', 'cold', 'expectedLate', 'fixedWork', 'span'] as const;
