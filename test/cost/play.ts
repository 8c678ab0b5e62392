import { serviceTime } from '../../cost/service-times.ts';
import type { SimulationInput } from '../../cost/simulation-input.ts';

/** A simulation of single requests with a constant service time, which a test changes where it matters. */
export function playOf(milliseconds: number, change: Partial<SimulationInput>): SimulationInput {
  return {
    ratePerSecond: 1,
    burst: 1,
    questions: 1,
    warmUp: 0,
    fresh: serviceTime({ mean: milliseconds }, 'constant'),
    cached: undefined,
    repeatShare: 0,
    environments: 1,
    overflow: 'on-demand',
    coldStart: 1500,
    keepWarm: 300_000,
    network: 0,
    timeout: 1000,
    repeats: 0,
    seed: 1,
    ...change,
  };
}
