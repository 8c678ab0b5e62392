import type { Check } from '../verdict/outcome.ts';
import type { Probe, ProbeResult } from '../verdict/peak.ts';
import type { JudgedRun } from './run-scenario.ts';

/** Limits of the search for the highest rate that keeps the promise, in requests per second. */
export interface PeakLimits {
  start: number;
  /** The search does not go higher. */
  most: number;
  /** Stop when the lowest rate that was not kept is at most this share above the highest kept one. */
  precision: number;
}

/** What a search has found, in requests per second. */
export interface PeakFound {
  /** The highest rate that was kept; 0 when none was. */
  kept: number;
  /** What the lowest rate above it did: nothing when the search went as high as it may. */
  above: Exclude<ProbeResult, 'kept'> | undefined;
}

/**
 * Finds the highest whole rate that is kept: doubles from `start` until one is not (or halves until one is), then halves
 * the interval until it is narrow enough.
 * @param probe tries a rate; undefined ends the search where it is
 */
export async function searchPeak(
  probe: (rate: number) => Promise<ProbeResult | undefined>,
  { start, most, precision }: PeakLimits,
): Promise<PeakFound> {
  let kept = 0;
  let tooMuch = Number.POSITIVE_INFINITY;
  let above: PeakFound['above'];
  let rate = Math.min(start, most);
  while (rate >= 1 && rate > kept && rate < tooMuch) {
    const result = await probe(rate);
    if (result === undefined) break;
    if (result === 'kept') {
      kept = rate;
    } else {
      tooMuch = rate;
      above = result;
    }
    rate = nextRate(kept, tooMuch, most, precision);
  }
  return { kept, above };
}

function nextRate(kept: number, tooMuch: number, most: number, precision: number): number {
  if (tooMuch === Number.POSITIVE_INFINITY) return Math.min(2 * kept, most);
  if (kept > 0 && tooMuch - kept <= Math.max(1, precision * kept)) return kept;
  return Math.floor((kept + tooMuch) / 2);
}

/** What a judged run says of the rate that it tried. */
export function describeProbe({ report }: JudgedRun, rate: number, purpose: Probe['purpose']): Probe {
  const { verdict, fresh, requests, seconds } = report;
  const isLikely = verdict.outcome === 'NOT PROVEN' && purpose === 'search' && fresh.kept;
  const isKept = verdict.outcome === 'PASS' || isLikely;
  const result = isKept ? 'kept' : verdict.outcome === 'INVALID' ? 'spoiled' : 'broken';
  return {
    rate,
    purpose,
    result,
    reason: isKept ? '' : reasonOf(verdict.checks),
    seconds,
    requests,
    p50Milliseconds: fresh.durationMilliseconds.p50,
    percentileMilliseconds: fresh.percentileMilliseconds,
  };
}

/** What weighs most; of what the load generator spoiled, what is said about itself. */
function reasonOf(checks: readonly Check[]): string {
  const reason =
    checks.find(({ finding }) => finding === 'broken') ??
    checks.findLast(({ finding }) => finding === 'invalid') ??
    checks.find(({ finding }) => finding === 'unproven');
  return reason === undefined ? '' : `${reason.name}: ${reason.detail}`;
}
