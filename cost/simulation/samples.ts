import { Simulation, type SimulationInput } from './simulation.ts';
import { Tally } from './tally.ts';

/** The z that a standard normal variable exceeds once in 2,000 times, which is how often a verdict may be wrong. */
const CONFIDENT_Z = 3.2905;
const ERROR_PROBABILITY = 0.0005;

/**
 * The t of Student's distribution that is exceeded once in 2,000 times, for 7 or more degrees of freedom
 * (expansion by Peizer and Pratt, Abramowitz and Stegun 26.7.5; within 1 % of the tables).
 */
function studentT(freedom: number): number {
  const z = CONFIDENT_Z;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z);
}

/**
 * If an event never occurred in n requests, its probability is at most NEVER_SEEN / n, and this is wrong once in 2,000 times. The
 * well-known rule of three, 3 / n, is wrong in 5 % of cases.
 */
export const NEVER_SEEN = -Math.log(ERROR_PROBABILITY);

/** The fewest requests that prove that this share is not exceeded, if none of them is late. */
export function fewestRequests(lateShare: number): number {
  return Math.ceil(NEVER_SEEN / lateShare);
}

interface Estimate {
  readonly mean: number;
  /** Half the width of the confidence interval. */
  readonly margin: number;
}

/**
 * The mean of batches with its confidence interval (batch means, Law and Kelton, chapter 9). If neighbouring batches have the
 * correlation ρ > 0, the interval is wider by the factor for a first-order autoregression: √((1 + ρ) / (1 − ρ)), ρ ≤ 0.9.
 */
export function estimate(batches: readonly number[]): Estimate {
  const count = batches.length;
  const mean = batches.reduce((sum, value) => sum + value, 0) / count;
  const squares = batches.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const products = batches
    .slice(1)
    .reduce((sum, value, index) => sum + (value - mean) * ((batches[index] as number) - mean), 0);
  const likeness = squares > 0 ? Math.min(0.9, Math.max(0, products / squares)) : 0;
  const deviation = Math.sqrt((squares / (count - 1) / count) * ((1 + likeness) / (1 - likeness)));
  return { mean, margin: studentT(count - 1) * deviation };
}

/** A simulation in pieces of equal size. Each further call of `extend` doubles the number of simulated requests. */
export interface Samples {
  /** Sums of all pieces. */
  readonly totals: Tally;
  extend(): void;
  /** Share of late requests, with its confidence interval. */
  estimate(): Estimate;
}

const BATCHES = 16;

/** An uninterrupted load: one long run in batches, after an uncounted warm-up. */
export class SteadyRun implements Samples {
  readonly totals: Tally;
  readonly #simulation: Simulation;
  #batch: number;
  #shares: number[] = [];

  constructor(input: SimulationInput, warmUp: number, requests: number) {
    this.totals = new Tally(input.timeout);
    this.#simulation = new Simulation(input);
    this.#simulation.run(Math.ceil(warmUp), new Tally(input.timeout));
    this.#batch = Math.ceil(requests / BATCHES);
  }

  extend(): void {
    if (this.#shares.length === 2 * BATCHES) {
      this.#shares = pairs(this.#shares);
      this.#batch *= 2;
    }
    for (let count = 0; count < BATCHES; count += 1) {
      this.#shares.push(lateShareOf(this.totals, () => this.#simulation.run(this.#batch, this.totals)));
    }
  }

  estimate(): Estimate {
    return estimate(this.#shares);
  }
}

function pairs(values: readonly number[]): number[] {
  return values.flatMap((value, index) =>
    index % 2 === 1 ? [((values[index - 1] as number) + value) / 2] : [],
  );
}

const FIRST_OPENINGS = 8;

/** The first minutes of days that begin with only the provisioned environments warm; each day is independent. */
export class Openings implements Samples {
  readonly totals: Tally;
  readonly #input: SimulationInput;
  readonly #requests: number;
  readonly #shares: number[] = [];

  constructor(input: SimulationInput, requests: number) {
    this.totals = new Tally(input.timeout);
    this.#input = input;
    this.#requests = Math.ceil(requests);
  }

  extend(): void {
    for (let left = Math.max(FIRST_OPENINGS, this.#shares.length); left > 0; left -= 1) {
      // These seeds are far from the input's seed, so that a simulation with the next seed has other days.
      const seed = this.#input.seed + 1_000_003 * (this.#shares.length + 1);
      const day = new Simulation({ ...this.#input, seed });
      this.#shares.push(lateShareOf(this.totals, () => day.run(this.#requests, this.totals)));
    }
  }

  estimate(): Estimate {
    return estimate(this.#shares);
  }
}

function lateShareOf(totals: Tally, run: () => void): number {
  const { expectedLate, requests } = totals;
  run();
  return (totals.expectedLate - expectedLate) / (totals.requests - requests);
}
