import type { Check } from '../../verdict/outcome.ts';
import type { Change } from './compare.ts';

/** A run beside one earlier run. */
export interface Comparison {
  /** Name of the earlier run's folder. */
  baseline: string;
  commit: string;
  started: string;
  /** None where one of the two has too few answers to tell its spread. */
  changes: Change[];
  regressed: boolean;
}

/** Runs that would not have shown a loss of this share of the answers prove nothing by showing none. */
const MOST_UNSEEN = 0.5;

/**
 * What several comparisons say together: a regression only where every baseline shows one, because what a slow hour
 * explains is none; nothing for certain where there was too little to compare.
 */
export function regressionCheck(comparisons: readonly Comparison[]): Check {
  const detail = comparisons.map(describeComparison).join('; ');
  const regressed = comparisons.every((comparison) => comparison.regressed);
  const unknown = comparisons.some((comparison) => !comparison.regressed && isBlind(comparison));
  return { name: 'no regression', finding: unknown ? 'unproven' : regressed ? 'broken' : 'kept', detail };
}

function isBlind({ changes }: Comparison): boolean {
  return changes.length === 0 || (changes[0]?.visible ?? 0) > MOST_UNSEEN;
}

/** The changes of a comparison that count, in one line, or what it would have taken to be one. */
function describeComparison(comparison: Comparison): string {
  const { baseline, changes, regressed } = comparison;
  const worse = changes.filter((change) => change.regressed);
  if (regressed) return `${baseline}: ${worse.map(describeChange).join(', ')}`;
  const [first] = changes;
  if (first === undefined) return `${baseline}: too few answers to tell the spread`;
  if (isBlind(comparison))
    return `${baseline}: too few answers, spread too wide to see even half of them lost`;
  const visible =
    first.visible === null ? '' : `, where ${(100 * first.visible).toFixed(0)} % less would have shown`;
  return `${baseline}: none of ${changes.length} figures worse than chance explains; ${describeChange(first)}${visible}`;
}

function describeChange({ name, before, now, unit }: Change): string {
  return `${name} ${before.toFixed(1)} → ${now.toFixed(1)} ${unit}`;
}
