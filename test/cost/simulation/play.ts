import { type Distribution, serviceTime } from '../../../cost/simulation/service-time.ts';
import { Simulation, type SimulationInput } from '../../../cost/simulation/simulation.ts';
import { Tally } from '../../../cost/simulation/tally.ts';

/** Service times of one shape. */
export function timesOf(mean: number, distribution: Distribution) {
  return serviceTime({ mean }, { distribution, variation: 0.5 });
}

/** A simulation of single requests with a constant service time, which a test changes where it matters. */
export function inputOf(milliseconds: number, change: Partial<SimulationInput> = {}): SimulationInput {
  return {
    ratePerSecond: 1,
    burst: 1,
    fresh: timesOf(milliseconds, 'constant'),
    cached: undefined,
    repeatShare: 0,
    environments: 1,
    overflow: 'on-demand',
    coldStart: 1500,
    keepWarm: 300_000,
    reuse: 'newest',
    network: 0,
    timeout: 1000,
    repeats: 0,
    seed: 1,
    ...change,
  };
}

/** What becomes of so many questions. */
export function played(questions: number, input: SimulationInput): Tally {
  const simulation = new Simulation(input);
  const tally = new Tally(input.timeout);
  simulation.play(questions, tally);
  simulation.finish(tally);
  return tally;
}
