/** The best setting that keeps the promise, and whether it is better than what is simpler. */
import { bySimplicity, hasBatches, keyOf } from '../setting.ts';
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
  const kept = fastestFirst(rows.filter(({ isKept }) => isKept));
  return [...Map.groupBy(kept, ({ setting }) => keyOf(setting)).values()].map(([fastest]) => fastest!);
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

/** Of the limit: where the p99 is above this share, a slower moment would break the promise. */
const HEADROOM = 0.8;

/** The fastest row of one setting that keeps the promise with room to spare, or where there is none, that keeps it at all. */
export function bestOfSetting(rows: readonly Row[], limitMilliseconds: number): Row {
  const kept = fastestFirst(rows.filter(({ isKept }) => isKept));
  return kept.find(({ p99 }) => p99 !== null && p99 <= HEADROOM * limitMilliseconds) ?? kept[0]!;
}

function fastestFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => other.rate - one.rate);
}

/** A gain for which one would have a batch in a manifest. */
const WORTH_HAVING = 1.1;

/** What batches are worth. */
export interface BatchesFound {
  /** The fastest setting with batches. */
  readonly row: Row;
  /** The setting without them that it gains least upon; undefined where none kept the promise. */
  readonly beside: { readonly row: Row; readonly comparison: Comparison } | undefined;
  /**
   * Whether a task should have them: faster than every setting without, so than that one. They should not be had where a
   * gain worth having upon it can be ruled out. Undefined where the rounds tell neither.
   */
  readonly pay: boolean | undefined;
}

/** @returns undefined where no setting with batches keeps the promise */
export function judgeBatches(rows: readonly Row[]): BatchesFound | undefined {
  const candidates = fastestOfSettings(rows);
  const row = candidates.find(({ setting }) => hasBatches(setting));
  if (row === undefined) return undefined;
  const [beside] = candidates
    .filter(({ setting }) => !hasBatches(setting))
    .map((single) => ({ row: single, comparison: compare(row, single) }))
    .sort((one, other) => leastGain(one.comparison) - leastGain(other.comparison));
  return { row, beside, pay: beside && judge(beside.comparison) };
}

/** What is surely gained; without an interval, what was. */
function leastGain({ interval, ratio }: Comparison): number {
  return interval?.[0] ?? ratio;
}

function judge({ outcome, interval }: Comparison): boolean | undefined {
  if (outcome === 'faster') return true;
  return interval && interval[1] < WORTH_HAVING ? false : undefined;
}
