import type { Configuration, Load, Outcome, Period } from '../workload/workload.ts';
import { scaled } from '../workload/workload.ts';
import type { Reuse } from './fleet.ts';
import { type Distribution, serviceTime } from './service-time.ts';
import type { SimulationInput } from './simulation.ts';
import { judge, type Verdict } from './verdict.ts';

/** The promise: all answers but a small share within a time, as the client measures it. */
export interface Promised {
  readonly milliseconds: number;
  /** Share of the answers that may be later; 0.01 makes it a promise about the p99. */
  readonly lateShare: number;
  /** Milliseconds of each answer that pass outside the function. */
  readonly network: number;
}

/** How a load is played, and what is taken for granted about it. */
export interface Play {
  /** Questions to ask for one verdict, at most. */
  readonly questions: number;
  readonly distribution: Distribution;
  /** Standard deviation over mean of durations of which only the mean is known. */
  readonly variation: number;
  readonly seed: number;
  /** Milliseconds an idle on-demand environment stays warm. */
  readonly keepWarm: number;
  readonly reuse: Reuse;
  /** Hours of a day that begins cold; undefined = the load never rests. */
  readonly dayHours?: number | undefined;
}

export const DEFAULT_PLAY: Play = {
  questions: 4_000_000,
  distribution: 'measured',
  // That of our own load runs is 0.4 to 0.6.
  variation: 0.5,
  seed: 2026,
  // AWS publishes no time; five minutes is at the low end of what people observe, so cold starts are rather
  // over- than underestimated.
  keepWarm: 300_000,
  reuse: 'newest',
};

/** Hours of a day of this period, where its days begin cold: those of a competition; undefined for a month. */
export function coldDayHours({ activeHours, calendarHours }: Period): number | undefined {
  return activeHours < calendarHours ? (activeHours / calendarHours) * 24 : undefined;
}

/** The load against Lambda, without repeats by the client. */
export function lambdaInput(
  load: Load,
  { provisioned, coldStartMilliseconds, cache }: Configuration,
  promised: Promised,
  play: Play,
): SimulationInput {
  return {
    ...loadInput(load, promised, play, cache),
    environments: provisioned,
    overflow: 'on-demand',
    coldStart: coldStartMilliseconds,
  };
}

/** The load against servers that queue, each of which takes `slowdown` times as long as the function did. */
export function queueInput(
  load: Load,
  servers: number,
  slowdown: number,
  cache: boolean,
  promised: Promised,
  play: Play,
): SimulationInput {
  const slower = { ...load, fresh: scaled(load.fresh, slowdown), cached: scaled(load.cached, slowdown) };
  return {
    ...loadInput(slower, promised, play, cache),
    environments: servers,
    overflow: 'queue',
    coldStart: 0,
  };
}

function loadInput(load: Load, promised: Promised, play: Play, cache: boolean) {
  return {
    ratePerSecond: load.ratePerSecond,
    burst: load.burst,
    repeatShare: load.repeatShare,
    fresh: serviceTime(load.fresh, play),
    cached: cache && load.repeatShare > 0 ? serviceTime(load.cached, play) : undefined,
    keepWarm: play.keepWarm,
    reuse: play.reuse,
    network: promised.network,
    timeout: promised.milliseconds,
    repeats: 0,
    seed: play.seed,
  };
}

/** Whether the load keeps the promise against it. */
export function judgePlay(input: SimulationInput, promised: Promised, play: Play): Verdict {
  return judge(input, {
    lateShare: promised.lateShare,
    questions: play.questions,
    dayQuestions: play.dayHours && play.dayHours * 3600 * input.ratePerSecond,
  });
}

/** The shares of a played load that a bill needs. */
export function outcomeOf({ shares }: Verdict): Outcome {
  return { onDemandShare: shares.onDemand, coldShare: shares.cold };
}

/** What a load does to a configuration, for its bill. */
export function playedOutcome(
  load: Load,
  configuration: Configuration,
  promised: Promised,
  play: Play,
): Outcome {
  return outcomeOf(judgePlay(lambdaInput(load, configuration, promised, play), promised, play));
}
