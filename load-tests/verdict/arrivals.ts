import type { Evidence } from './evidence.ts';
import type { Check } from './outcome.ts';
import { chiSquaredCdf, mean } from './statistics.ts';

/** A stretch of arrivals that do not wait for answers, as the scenario has it. */
export interface ArrivalPhase {
  seconds: number;
  perSecond: number;
  /** `poisson`: independent of each other; `even`: at equal distances. */
  spread: 'poisson' | 'even';
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

/** Share of their average by which distances that are to be equal may differ. */
const UNEVEN = 0.1;

/** Compares the arrivals that were made with those that were asked for. */
export function judgeArrivals(evidence: Evidence, phases: readonly ArrivalPhase[]): Check[] {
  const expected = phases.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0);
  const made = evidence.exchanges.length + evidence.abuse.length;
  const isEven = phases.every(({ spread }) => spread === 'even');
  const allowed = TOLERANCE * expected + (isEven ? 1 : 3 * Math.sqrt(expected));
  const loadMade: Check = {
    name: LOAD_MADE,
    finding: Math.abs(made - expected) <= allowed ? 'kept' : 'invalid',
    detail: `${made} of ${Math.round(expected)} arrivals`,
  };
  return [loadMade, ...judgeSpread(evidence, phases)];
}

function judgeSpread({ exchanges }: Evidence, phases: readonly ArrivalPhase[]): Check[] {
  if (phases.every(({ spread }) => spread === 'poisson')) {
    const departures = exchanges.map(({ at, lagMilliseconds }) => at + lagMilliseconds);
    return judgePoisson(ascending(departures), phases);
  }
  return phases.length === 1 ? judgeEven(ascending(exchanges.map(({ at }) => at))) : [];
}

/** Index of dispersion of Poisson arrivals: the variance of the counts in equal windows, over their mean, is 1. */
function judgePoisson(departures: readonly number[], phases: readonly ArrivalPhase[]): Check[] {
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

/** Distances between arrivals as they were due, since how late they left is looked at apart: all alike. */
function judgeEven(due: readonly number[]): Check[] {
  const gaps = due.slice(1).map((moment, index) => moment - (due[index] as number));
  if (gaps.length < PER_WINDOW) return [];
  const average = mean(gaps);
  const deviation = Math.sqrt(mean(gaps.map((gap) => (gap - average) ** 2)));
  const detail = `every ${average.toFixed(1)} ms, with a deviation of ${deviation.toFixed(1)} ms`;
  return [{ name: SPREAD, finding: deviation <= UNEVEN * average ? 'kept' : 'invalid', detail }];
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
