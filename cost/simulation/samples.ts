import { Simulation, type SimulationInput } from './simulation.ts';
import { type Estimate, estimate } from './statistics.ts';
import { Tally } from './tally.ts';

/** Something that is played in equal pieces, twice as much with each call of `extend`. */
export interface Samples {
  /** All that was counted. */
  readonly totals: Tally;
  extend(): void;
  /** Of the late share. */
  estimate(): Estimate;
}

const BATCHES = 16;

/** A service that never rests: one long run in batches, after a warm-up that is not counted. */
export class SteadyRun implements Samples {
  readonly totals: Tally;
  readonly #simulation: Simulation;
  #batch: number;
  #shares: number[] = [];

  constructor(input: SimulationInput, warmUp: number, questions: number) {
    this.totals = new Tally(input.timeout);
    this.#simulation = new Simulation(input);
    this.#simulation.play(Math.ceil(warmUp), new Tally(input.timeout));
    this.#batch = Math.ceil(questions / BATCHES);
  }

  extend(): void {
    if (this.#shares.length === 2 * BATCHES) {
      this.#shares = pairs(this.#shares);
      this.#batch *= 2;
    }
    for (let count = 0; count < BATCHES; count += 1) {
      this.#shares.push(lateShareOf(this.totals, () => this.#simulation.play(this.#batch, this.totals)));
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

/** The first stretch of days that begin with nothing warm but the fixed environments, each day on its own. */
export class Openings implements Samples {
  readonly totals: Tally;
  readonly #input: SimulationInput;
  readonly #questions: number;
  readonly #shares: number[] = [];

  constructor(input: SimulationInput, questions: number) {
    this.totals = new Tally(input.timeout);
    this.#input = input;
    this.#questions = Math.ceil(questions);
  }

  extend(): void {
    for (let left = Math.max(FIRST_OPENINGS, this.#shares.length); left > 0; left -= 1) {
      // Seeds far from those of a user, who may ask for the next one.
      const seed = this.#input.seed + 1_000_003 * (this.#shares.length + 1);
      const day = new Simulation({ ...this.#input, seed });
      this.#shares.push(lateShareOf(this.totals, () => day.play(this.#questions, this.totals)));
    }
  }

  estimate(): Estimate {
    return estimate(this.#shares);
  }
}

function lateShareOf(totals: Tally, play: () => void): number {
  const { expectedLate, attempts } = totals;
  play();
  return (totals.expectedLate - expectedLate) / (totals.attempts - attempts);
}
