import { KEEP_WARM_SECONDS } from './defaults.ts';
import { type Distribution, serviceTime } from './service-times.ts';
import { simulate } from './simulation.ts';
import type { Tally } from './tally.ts';
import { type Configuration, type Load, type Outcome, scaled } from './workload.ts';

/** The promise: all answers but a small share within a time, as the client measures it. */
export interface Promised {
  readonly milliseconds: number;
  /** Share of the answers that may be later; 0.01 makes it a promise about the p99. */
  readonly lateShare: number;
  /** Milliseconds of each answer that pass outside the function. */
  readonly network: number;
}

/** How to play a load: enough questions for a stable p99, always the same random numbers. */
export interface Play {
  readonly questions: number;
  /** How many of them only warm the service up; 0 plays from a cold start. */
  readonly warmUp: number;
  readonly distribution: Distribution;
  readonly seed: number;
}

export const DEFAULT_PLAY: Play = { questions: 100_000, warmUp: 0, distribution: 'measured', seed: 2026 };

/**
 * Plays the load on Lambda without repeats by the client: what spills over, what starts cold, how late it gets.
 * All that arrive while the first environments start cold begin cold starts of their own; in a month that happens
 * once, so it is played before the questions that count.
 */
export function playOnLambda(
  load: Load,
  configuration: Configuration,
  promised: Promised,
  play: Play,
): Tally {
  const opening = Math.ceil((3 * load.ratePerSecond * configuration.coldStartMilliseconds) / 1000);
  const warmed = { ...play, questions: play.questions + opening, warmUp: play.warmUp + opening };
  return simulate({
    ...commonInput(load, promised, warmed, configuration.cache),
    environments: configuration.provisioned,
    overflow: 'on-demand',
    coldStart: configuration.coldStartMilliseconds,
  });
}

/** Plays the load on machines that queue: `servers` requests at once, each `slowdown` times as long. */
export function playOnMachines(
  load: Load,
  servers: number,
  slowdown: number,
  promised: Promised,
  play: Play,
): Tally {
  const slower = { ...load, fresh: scaled(load.fresh, slowdown), cached: scaled(load.cached, slowdown) };
  return simulate({
    ...commonInput(slower, promised, play, true),
    environments: servers,
    overflow: 'queue',
    coldStart: 0,
  });
}

function commonInput(load: Load, promised: Promised, play: Play, cache: boolean) {
  return {
    ratePerSecond: load.ratePerSecond,
    burst: load.burst,
    repeatShare: load.repeatShare,
    questions: play.questions,
    warmUp: play.warmUp,
    seed: play.seed,
    fresh: serviceTime(load.fresh, play.distribution),
    cached: cache && load.repeatShare > 0 ? serviceTime(load.cached, play.distribution) : undefined,
    keepWarm: KEEP_WARM_SECONDS * 1000,
    network: promised.network,
    timeout: promised.milliseconds,
    repeats: 0,
  };
}

/** The latency that the promise is about: the quantile that leaves out the share that may be late. */
export function promisedLatency(tally: Tally, promised: Promised): number {
  return tally.quantile(1 - promised.lateShare);
}

/** The shares of a played load that a bill needs. */
export function outcomeOf(tally: Tally): Outcome {
  return { onDemandShare: tally.onDemand / tally.attempts, coldShare: tally.cold / tally.attempts };
}
