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

/**
 * What several comparisons say together: a regression only where every baseline shows one, because what a slow hour
 * explains is none; nothing for certain where there was too little to compare.
 */
export function regressionCheck(comparisons: readonly Comparison[]): Check {
  const detail = comparisons.map(describeComparison).join('; ');
  const unknown = comparisons.some(({ changes }) => changes.length === 0);
  const regressed = comparisons.every((comparison) => comparison.regressed);
  return { name: 'no regression', finding: unknown ? 'unproven' : regressed ? 'broken' : 'kept', detail };
}

/** The changes of a comparison that count, in one line. */
function describeComparison({ baseline, changes }: Comparison): string {
  if (changes.length === 0) return `${baseline}: too few answers to tell the spread`;
  const worse = changes.filter(({ regressed }) => regressed);
  const described = worse.map(
    ({ name, before, now, unit }) => `${name} ${shown(before)} → ${shown(now)} ${unit}`,
  );
  return `${baseline}: ${described.join(', ') || `none of ${changes.length} figures worse than its spread explains`}`;
}

/** A figure as people read it; one that falls on exchanges without a good answer has no number. */
function shown(value: number | null): string {
  return value === null ? 'no answer' : value.toFixed(1);
}
