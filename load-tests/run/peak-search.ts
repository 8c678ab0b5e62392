import type { Check } from '../verdict/outcome.ts';
import type { Probe, ProbeResult } from '../verdict/peak.ts';
import type { JudgedRun } from './run-scenario.ts';

/** How to search for the highest rate that meets the objective. Rates are in requests per second. */
interface SearchRange {
  start: number;
  /** Highest rate of the search. */
  most: number;
  /** The search stops if a rate that did not meet the objective is at most this share (or 1/s) above a rate that met it. */
  precision: number;
}

/** Result of a search, in requests per second. */
export interface PeakFound {
  /** The highest rate that met the objective; 0 when none did. */
  highest: number;
  /** Outcome of the lowest rate above `highest` that was tried; undefined if no higher rate was tried. */
  above: Exclude<ProbeResult, 'met'> | undefined;
}

/**
 * Finds the highest whole rate that meets the objective. Doubles `start`, up to `most`, until a rate misses the objective; if
 * `start` misses, halves `start` until a rate meets the objective. Then halves the interval until it is narrow enough.
 * @param probe tries a rate, or ends the search by returning undefined
 */
export async function searchPeak(
  probe: (rate: number) => Promise<ProbeResult | undefined>,
  { start, most, precision }: SearchRange,
): Promise<PeakFound> {
  let highest = 0;
  let tooMuch = Number.POSITIVE_INFINITY;
  let above: PeakFound['above'];
  let rate = Math.min(start, most);
  while (rate >= 1 && rate > highest && rate < tooMuch) {
    const result = await probe(rate);
    if (result === undefined) break;
    if (result === 'met') {
      highest = rate;
    } else {
      tooMuch = rate;
      above = result;
    }
    rate = nextRate(highest, tooMuch, most, precision);
  }
  return { highest, above };
}

function nextRate(highest: number, tooMuch: number, most: number, precision: number): number {
  if (tooMuch === Number.POSITIVE_INFINITY) return Math.min(2 * highest, most);
  if (highest > 0 && tooMuch - highest <= Math.max(1, precision * highest)) return highest;
  return Math.floor((highest + tooMuch) / 2);
}

/** Summarises a judged run at this rate. In the search, a run that is NOT PROVEN counts as met if its percentile is in time. */
export function describeProbe({ report }: JudgedRun, rate: number, purpose: Probe['purpose']): Probe {
  const { verdict, fresh, requests, seconds } = report;
  const isLikely = verdict.outcome === 'NOT PROVEN' && purpose === 'search' && fresh.met;
  const isMet = verdict.outcome === 'PASS' || isLikely;
  const result = isMet ? 'met' : verdict.outcome === 'INVALID' ? 'spoiled' : 'missed';
  return {
    rate,
    purpose,
    result,
    reason: isMet ? '' : reasonOf(verdict.checks),
    seconds,
    requests,
    p50Milliseconds: fresh.durationMilliseconds.p50,
    percentileMilliseconds: fresh.percentileMilliseconds,
  };
}

/** The most important reason: a failed check, else an invalid one, else an unproven one. */
function reasonOf(checks: readonly Check[]): string {
  const reason =
    checks.find(({ finding }) => finding === 'failed') ??
    checks.findLast(({ finding }) => finding === 'invalid') ??
    checks.find(({ finding }) => finding === 'unproven');
  return reason === undefined ? '' : `${reason.name}: ${reason.detail}`;
}
