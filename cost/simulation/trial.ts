import { KEEP_WARM_SECONDS } from '../workload/defaults.ts';
import { type Configuration, type Load, type Outcome, type Period, scaled } from '../workload/workload.ts';
import { serviceTime } from './service-time.ts';
import type { SimulationInput } from './simulation.ts';
import { judge, type Verdict } from './verdict.ts';

/** The objective: all but a small share of the responses arrive within a time, as the client measures it. */
export interface Objective {
  readonly milliseconds: number;
  /** Share of the responses that may arrive after `milliseconds`; with 0.01, `milliseconds` is the limit of the p99. */
  readonly lateShare: number;
  /** Milliseconds that each response spends outside the function. */
  readonly network: number;
}

/** Settings of a simulation. */
export interface Trial {
  /** Number of simulated requests after which an undecided simulation ends. */
  readonly requests: number;
  readonly seed: number;
  /** Hours with load in a day that begins with only the provisioned environments warm; undefined: the load is uninterrupted. */
  readonly dayHours?: number | undefined;
}

export const DEFAULT_TRIAL: Trial = { requests: 4_000_000, seed: 2026 };

/** The value of `Trial.dayHours` for a period. */
export function coldDayHours({ activeHours, calendarHours }: Period): number | undefined {
  return activeHours < calendarHours ? (activeHours / calendarHours) * 24 : undefined;
}

/** Input for a simulation of the load on Lambda. */
export function lambdaInput(
  load: Load,
  { provisioned, coldStartMilliseconds, cache }: Configuration,
  objective: Objective,
  trial: Trial,
): SimulationInput {
  return {
    ...loadInput(load, cache, objective, trial),
    environments: provisioned,
    overflow: 'on-demand',
    coldStart: coldStartMilliseconds,
  };
}

/** Input for a simulation of servers with a queue, on which a request takes `slowdown` times as long as in the function. */
export function queueInput(
  load: Load,
  servers: number,
  slowdown: number,
  cache: boolean,
  objective: Objective,
  trial: Trial,
): SimulationInput {
  const slower = { ...load, fresh: scaled(load.fresh, slowdown), cached: scaled(load.cached, slowdown) };
  return {
    ...loadInput(slower, cache, objective, trial),
    environments: servers,
    overflow: 'queue',
    coldStart: 0,
  };
}

function loadInput(load: Load, cache: boolean, objective: Objective, trial: Trial) {
  const { ratePerSecond, burst, repeatShare, fresh, cached } = load;
  return {
    ratePerSecond,
    burst,
    repeatShare,
    fresh: serviceTime(fresh),
    cached: cache && repeatShare > 0 ? serviceTime(cached) : undefined,
    keepWarm: KEEP_WARM_SECONDS * 1000,
    network: objective.network,
    timeout: objective.milliseconds,
    seed: trial.seed,
  };
}

/** Whether the simulated load meets the objective. */
export function judgeTrial(input: SimulationInput, { lateShare }: Objective, trial: Trial): Verdict {
  const dayRequests = trial.dayHours && trial.dayHours * 3600 * input.ratePerSecond;
  return judge(input, { lateShare, requests: trial.requests, dayRequests });
}

/** The shares of a simulated load that a bill needs. */
export function outcomeOf({ shares }: Verdict): Outcome {
  return { onDemandShare: shares.onDemand, coldShare: shares.cold };
}
