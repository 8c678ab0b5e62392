import { type ServiceTime, serviceTime } from '../../../cost/simulation/service-time.ts';
import { Simulation, type SimulationInput } from '../../../cost/simulation/simulation.ts';
import { Tally } from '../../../cost/simulation/tally.ts';

/** Service times for which queueing theory has results. */
export function timesOf(mean: number, shape: 'lognormal' | 'constant' | 'exponential'): ServiceTime {
  if (shape === 'lognormal') return serviceTime({ mean });
  if (shape === 'constant') {
    return { mean, draw: () => mean, above: (time) => Number(time < mean), origin: shape };
  }
  const above = (time: number) => (time <= 0 ? 1 : Math.exp(-time / mean));
  return { mean, draw: (random) => random.exponential(mean), above, origin: shape };
}

/** Input for single requests with a constant service time. @param change fields of the input that differ */
export function inputOf(milliseconds: number, change: Partial<SimulationInput> = {}): SimulationInput {
  const load = { ratePerSecond: 1, burst: 1, fresh: timesOf(milliseconds, 'constant'), cached: undefined };
  const kept = {
    environments: 1,
    overflow: 'on-demand',
    coldStart: 1500,
    keepWarm: 300_000,
  } as const;
  return { ...load, repeatShare: 0, ...kept, network: 0, timeout: 1000, seed: 1, ...change };
}

export function tallyOf(requests: number, input: SimulationInput): Tally {
  const tally = new Tally(input.timeout);
  new Simulation(input).run(requests, tally);
  return tally;
}
