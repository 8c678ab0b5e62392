import type { Evidence } from './evidence.ts';
import type { Check } from './outcome.ts';
import { chiSquaredCdf } from './statistics.ts';

/** A stretch of Poisson arrivals, which do not wait for responses, as the scenario has it. */
export interface ArrivalPhase {
  seconds: number;
  perSecond: number;
}

/** Names of the checks of the arrivals. */
export const ARRIVAL_CHECKS = ['load made', 'arrivals spread'] as const;

const [LOAD_MADE, SPREAD] = ARRIVAL_CHECKS;

/** Share of the arrivals that may be missing, or too many, besides what chance explains. */
const TOLERANCE = 0.03;

/** Arrivals in a window, on average, and the shortest window: what is finer is the timers' grain. */
const PER_WINDOW = 10;
const SHORTEST_WINDOW_SECONDS = 0.25;

/** A spread as uneven, or as even, as this chance has once in ten thousand runs is not what was asked for. */
const CHANCE = 1e-4;

/** Compares the arrivals that were made with those that were asked for. */
export function judgeArrivals(evidence: Evidence, phases: readonly ArrivalPhase[]): Check[] {
  const expected = phases.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0);
  const made = evidence.exchanges.length + evidence.abuse.length;
  const allowed = TOLERANCE * expected + 3 * Math.sqrt(expected);
  const loadMade: Check = {
    name: LOAD_MADE,
    finding: Math.abs(made - expected) <= allowed ? 'kept' : 'invalid',
    detail: `${made} of ${Math.round(expected)} arrivals`,
  };
  const departures = evidence.exchanges.map(({ at, lagMilliseconds }) => at + lagMilliseconds);
  return [loadMade, ...judgeSpread(ascending(departures), phases)];
}

/** Index of dispersion of Poisson arrivals: the variance of the counts in equal windows, over their mean, is 1. */
function judgeSpread(departures: readonly number[], phases: readonly ArrivalPhase[]): Check[] {
  let from = departures[0] ?? 0;
  let excess = 0;
  let degrees = 0;
  for (const { seconds } of phases) {
    const to = from + seconds * 1000;
    const inPhase = departures.filter((moment) => moment >= from && moment < to);
    const counts = countInWindows(inPhase, from, seconds);
    const average = inPhase.length / Math.max(1, counts.length);
    if (counts.length > 1 && average > 0) {
      excess += counts.reduce((sum, count) => sum + (count - average) ** 2, 0) / average;
      degrees += counts.length - 1;
    }
    from = to;
  }
  if (degrees < 2) return [];
  const below = chiSquaredCdf(excess, degrees);
  const index = `variance over mean ${(excess / degrees).toFixed(2)} in ${degrees} windows, 1 asked for`;
  if (below > 1 - CHANCE) return [{ name: SPREAD, finding: 'invalid', detail: `in bursts: ${index}` }];
  if (below < CHANCE) return [{ name: SPREAD, finding: 'invalid', detail: `too even: ${index}` }];
  return [{ name: SPREAD, finding: 'kept', detail: `Poisson: ${index}` }];
}

function ascending(values: number[]): number[] {
  return values.sort((first, second) => first - second);
}

/** How many of the sorted `moments` fall into each of equal windows of a phase; a last part of a window is left out. */
function countInWindows(moments: readonly number[], from: number, seconds: number): number[] {
  const usual = (PER_WINDOW * seconds) / Math.max(1, moments.length);
  const width = 1000 * Math.max(SHORTEST_WINDOW_SECONDS, usual);
  const counts = Array<number>(Math.floor((seconds * 1000) / width)).fill(0);
  for (const moment of moments) {
    const index = Math.floor((moment - from) / width);
    if (index < counts.length) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
