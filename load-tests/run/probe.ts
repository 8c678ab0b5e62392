import type { Check } from '../verdict/outcome.ts';
import type { Probe } from '../verdict/peak.ts';
import type { JudgedRun } from './run-scenario.ts';

/** What a judged run says of the rate that it tried. */
export function describeProbe({ report }: JudgedRun, rate: number, purpose: Probe['purpose']): Probe {
  const { verdict, fresh, requests, seconds } = report;
  const isKept = verdict.outcome === 'PASS' || (verdict.outcome === 'NOT PROVEN' && purpose === 'search');
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
