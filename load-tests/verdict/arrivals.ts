import { type ExchangeRecord, startOf } from '../client/records.ts';
import type { Evidence } from './evidence.ts';
import type { Check } from './outcome.ts';
import { mean } from './statistics.ts';

/** A phase of Poisson arrivals, which do not wait for responses. */
export interface ArrivalPhase {
  seconds: number;
  perSecond: number;
}

export const LOAD_MADE = 'load made';

/** Share by which the number of arrivals may differ from the plan, in addition to chance. */
const TOLERANCE = 0.03;

/** Mean number of arrivals in a window. */
const PER_WINDOW = 5;
/** A spread is computed from at least this many degrees of freedom: the number of windows, less one for each phase. */
const LEAST_WINDOWS = 20;

/** Largest permitted deviation of the spread, in standard deviations. By chance, one run in about 150,000 exceeds it. */
const MOST_DEVIATIONS = 4.5;

/** Compares the arrivals with the plan: their number and their spread. */
export function judgeArrivals(evidence: Evidence, phases: readonly ArrivalPhase[]): Check {
  const expected = phases.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0);
  const made = evidence.exchanges.length + evidence.abuse.length;
  const allowed = TOLERANCE * expected + 3 * Math.sqrt(expected);
  const counted = `${made} of ${Math.round(expected)} arrivals`;
  if (Math.abs(made - expected) > allowed) return { name: LOAD_MADE, finding: 'invalid', detail: counted };
  const spread = spreadOf(evidence.exchanges, phases);
  if (spread === undefined || Math.abs(spread.deviations) <= MOST_DEVIATIONS) {
    return { name: LOAD_MADE, finding: 'passed', detail: counted };
  }
  const how = spread.deviations < 0 ? 'too evenly spread' : 'in bursts';
  const index = `variance over mean ${spread.index.toFixed(2)}; independent arrivals have 1`;
  return { name: LOAD_MADE, finding: 'invalid', detail: `${counted}, ${how} (${index})` };
}

/**
 * The index of dispersion is the variance of the numbers of arrivals in equal windows, divided by their mean. It is 1 for Poisson
 * arrivals. `deviations` is its distance from 1 in standard deviations (Wilson and Hilferty's cube root of chi-squared).
 * @returns undefined if there are too few windows
 */
function spreadOf(exchanges: readonly ExchangeRecord[], phases: readonly ArrivalPhase[]) {
  let begin = startOf(exchanges);
  let squares = 0;
  let freedom = 0;
  for (const { seconds, perSecond } of phases) {
    const from = begin;
    const width = (1000 * PER_WINDOW) / perSecond;
    const counts = Array<number>(Math.floor((1000 * seconds) / width)).fill(0);
    for (const { at } of exchanges) {
      const window = Math.floor((at - from) / width);
      if (counts[window] !== undefined) counts[window] += 1;
    }
    const average = mean(counts);
    if (average > 0) {
      squares += counts.reduce((sum, count) => sum + (count - average) ** 2, 0) / average;
      freedom += counts.length - 1;
    }
    begin += 1000 * seconds;
  }
  if (freedom < LEAST_WINDOWS) return undefined;
  const variance = 2 / (9 * freedom);
  const index = squares / freedom;
  return { index, deviations: (Math.cbrt(index) - (1 - variance)) / Math.sqrt(variance) };
}
