import { type ExchangeRecord, startOf } from '../client/records.ts';
import type { Evidence } from './evidence.ts';
import type { Check } from './outcome.ts';
import { mean } from './statistics.ts';

/** A stretch of Poisson arrivals, which do not wait for responses, as the scenario has it. */
export interface ArrivalPhase {
  seconds: number;
  perSecond: number;
}

export const LOAD_MADE = 'load made';

/** Share of the arrivals that may be missing, or too many, besides what chance explains. */
const TOLERANCE = 0.03;

/** Arrivals in a window on average, and the fewest windows whose counts tell a spread. */
const PER_WINDOW = 5;
const LEAST_WINDOWS = 20;

/** Standard deviations: one run in a hundred thousand is spread so unevenly, or so evenly, by chance. */
const MOST_DEVIATIONS = 4.5;

/** Compares the arrivals that were made with those that were required: how many, and how they are spread. */
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
  const index = `variance over mean ${spread.index.toFixed(2)}, 1 of independent arrivals`;
  return { name: LOAD_MADE, finding: 'invalid', detail: `${counted}, ${how} (${index})` };
}

/**
 * Index of dispersion of the due times: the variance of the counts in equal windows over their mean, which is 1 of Poisson
 * arrivals, and how far that is from 1 in standard deviations (Wilson and Hilferty's cube root of chi-squared).
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
