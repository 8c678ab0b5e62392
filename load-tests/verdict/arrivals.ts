import type { Evidence } from './evidence.ts';
import type { Check } from './outcome.ts';

/** A stretch of Poisson arrivals, which do not wait for responses, as the scenario has it. */
export interface ArrivalPhase {
  seconds: number;
  perSecond: number;
}

export const LOAD_MADE = 'load made';

/** Share of the arrivals that may be missing, or too many, besides what chance explains. */
const TOLERANCE = 0.03;

/** Compares the arrivals that were made with those that were asked for. */
export function judgeArrivals(evidence: Evidence, phases: readonly ArrivalPhase[]): Check {
  const expected = phases.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0);
  const made = evidence.exchanges.length + evidence.abuse.length;
  const allowed = TOLERANCE * expected + 3 * Math.sqrt(expected);
  return {
    name: LOAD_MADE,
    finding: Math.abs(made - expected) <= allowed ? 'kept' : 'invalid',
    detail: `${made} of ${Math.round(expected)} arrivals`,
  };
}
