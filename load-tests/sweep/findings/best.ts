/** The best setting that keeps the promise, and whether it is better than what is simpler. */
import { bySimplicity, hasBatches, keyOf, withoutBatches } from '../setting.ts';
import { type Comparison, compare } from './compare.ts';
import type { Row } from './rows.ts';

export interface Best {
  /** The setting to take, with the number of clients that it answered most with. */
  readonly row: Row;
  /** Measured faster, but not by more than the spread, and not as simple. */
  readonly faster: { readonly row: Row; readonly comparison: Comparison } | undefined;
  /** The fastest of the others, and what the one to take is beside it; undefined where there is no other. */
  readonly next: { readonly row: Row; readonly comparison: Comparison } | undefined;
}

/** The fastest row of every setting that keeps the promise, the fastest setting first. */
export function fastestOfSettings(rows: readonly Row[]): Row[] {
  const fastest = new Map<string, Row>();
  for (const row of rows) {
    const known = fastest.get(keyOf(row.setting));
    if (row.isKept && (known === undefined || row.rate > known.rate)) fastest.set(keyOf(row.setting), row);
  }
  return [...fastest.values()].sort((one, other) => other.rate - one.rate);
}

/** @returns undefined where nothing keeps the promise */
export function findBest(rows: readonly Row[]): Best | undefined {
  const candidates = fastestOfSettings(rows);
  const [top] = candidates;
  if (top === undefined) return undefined;
  const alike = candidates.filter((row) => row === top || compare(top, row).outcome !== 'faster');
  const row = alike.toSorted((one, other) => bySimplicity(one.setting, other.setting))[0]!;
  const next = candidates.find((other) => other !== row && other !== top);
  return {
    row,
    faster: row === top ? undefined : { row: top, comparison: compare(top, row) },
    next: next && { row: next, comparison: compare(row, next) },
  };
}

/** A gain for which one would have a batch in a manifest. */
const WORTH_HAVING = 1.1;

/** What batches are worth. */
export interface BatchesFound {
  /** The fastest setting with batches. */
  readonly row: Row;
  /** Beside the same setting without them; undefined where that did not keep the promise or was not measured. */
  readonly same: { readonly row: Row; readonly comparison: Comparison } | undefined;
  /** Beside the fastest setting without them. */
  readonly single: { readonly row: Row; readonly comparison: Comparison } | undefined;
  /**
   * Whether a task should have them: faster than the same without, and not slower than the best without. They should not be
   * had where a gain worth having can be ruled out. Undefined where the rounds tell neither.
   */
  readonly pay: boolean | undefined;
}

/** @returns undefined where no setting with batches keeps the promise */
export function judgeBatches(rows: readonly Row[]): BatchesFound | undefined {
  const candidates = fastestOfSettings(rows);
  const row = candidates.find(({ setting }) => hasBatches(setting));
  if (row === undefined) return undefined;
  const beside = (other: Row | undefined) => other && { row: other, comparison: compare(row, other) };
  const twin = keyOf(withoutBatches(row.setting));
  const same = beside(candidates.find(({ setting }) => keyOf(setting) === twin));
  const single = beside(candidates.find(({ setting }) => !hasBatches(setting)));
  return { row, same, single, pay: single && judge(single.comparison, (same ?? single).comparison) };
}

function judge(besideBest: Comparison, besideSame: Comparison): boolean | undefined {
  if (besideBest.outcome === 'slower') return false;
  if (besideSame.outcome === 'faster') return true;
  return besideSame.interval && besideSame.interval[1] < WORTH_HAVING ? false : undefined;
}
