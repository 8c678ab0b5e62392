/** Findings of a sweep: a row for each setting and number of clients, the best of them, and the gain of batches. */
import { median } from '../../project/median.ts';
import { finite } from '../verdict/group.ts';
import { mean, objectiveConfidence, pairedRatio } from '../verdict/statistics.ts';
import type { Phase, Point, SweepFacts, SweepMeasurements } from './measurements.ts';
import { bySimplicity, hasBatches, keyOf, type Setting } from './setting.ts';

/** Criteria by which a row is judged. */
export type Objective = Pick<SweepFacts, 'limitMilliseconds' | 'quantile' | 'samplesRight'>;
type Measured = Pick<SweepMeasurements, 'visits'> & Objective;

export interface Row {
  readonly setting: Setting;
  readonly clients: number;
  /** Good responses within the limit, per second, by round; in the duel, the mean of a round's turns. */
  readonly rates: ReadonlyMap<number, number>;
  /** Mean of the rates. */
  readonly rate: number;
  /** Half the difference between the fastest and the slowest round. */
  readonly spread: number;
  /** Median of the points' `p50`, in milliseconds; null if it falls on a point without a `p50`. The same applies to `p99`. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly requests: number;
  readonly late: number;
  readonly refused: number;
  readonly lost: number;
  /** Share of the labelled responses that were right; undefined without labelled responses. */
  readonly accuracy: number | undefined;
  /** Whether enough responses were in time, enough labelled responses were right, and no worker died. */
  readonly isMet: boolean;
  /** Confidence that enough responses are in time, between 0 and 1. */
  readonly confidence: number;
}

export function rowKey({ setting, clients }: Pick<Row, 'setting' | 'clients'>): string {
  return `${keyOf(setting)} by ${clients}`;
}

/** @returns rows in the order in which their settings were first visited; rows of one setting by rising number of clients */
export function rowsOf(measured: Measured, phase: Phase): Row[] {
  const entries = measured.visits
    .filter((visit) => visit.phase === phase)
    .flatMap(({ setting, round, points }) => points.map((point) => ({ setting, round, point })));
  const order = [...new Set(entries.map(({ setting }) => keyOf(setting)))];
  const groups = Map.groupBy(entries, ({ setting, point: { clients } }) => rowKey({ setting, clients }));
  return [...groups.values()]
    .map((own) => rowOf(own, measured))
    .sort(
      (one, other) =>
        order.indexOf(keyOf(one.setting)) - order.indexOf(keyOf(other.setting)) ||
        one.clients - other.clients,
    );
}

function rowOf(
  entries: readonly { setting: Setting; round: number; point: Point }[],
  { quantile, samplesRight }: Objective,
): Row {
  const points = entries.map(({ point }) => point);
  const byRound = Map.groupBy(entries, ({ round }) => round);
  const rates = new Map(
    [...byRound].map(([round, own]) => [round, mean(own.map(({ point }) => point.responsesPerSecond))]),
  );
  const sum = (of: 'requests' | 'late' | 'refused' | 'lost' | 'labelled' | 'right' | 'deaths') =>
    points.reduce((total, point) => total + point[of], 0);
  const missing = { late: sum('late'), refused: sum('refused'), lost: sum('lost') };
  const counts = { requests: sum('requests'), ...missing };
  // A point without a value counts as higher than any other.
  const usual = (of: 'p50' | 'p99') =>
    finite(median(points.map((point) => point[of] ?? Number.POSITIVE_INFINITY)) as number);
  const missed = counts.late + counts.refused + counts.lost;
  const accuracy = sum('labelled') === 0 ? undefined : sum('right') / sum('labelled');
  const isInTime = counts.requests > 0 && missed <= (1 - quantile) * counts.requests + 1e-9;
  return {
    setting: entries[0]!.setting,
    clients: points[0]!.clients,
    rates,
    rate: mean([...rates.values()]),
    spread: (Math.max(...rates.values()) - Math.min(...rates.values())) / 2,
    p50: usual('p50'),
    p99: usual('p99'),
    ...counts,
    accuracy,
    isMet: isInTime && (accuracy ?? 1) >= samplesRight && sum('deaths') === 0,
    confidence: objectiveConfidence(counts.requests, missed, quantile),
  };
}

/** Rows before the duel, for the main table. A row of the duel replaces the row with the same setting and number of clients. */
export function shownRows(measured: Measured): Row[] {
  const duel = new Map(rowsOf(measured, 'duel').map((row) => [rowKey(row), row]));
  return beforeDuel(measured).map((row) => duel.get(rowKey(row)) ?? row);
}

/**
 * Rows that decide which setting is best: those of the duel, or earlier rows if no row of the duel met the objective.
 * Earlier rows are less reliable, because settings were selected by their high figures.
 */
export function decisiveRows(measured: Measured): Row[] {
  const duel = rowsOf(measured, 'duel');
  return duel.some(({ isMet }) => isMet) ? duel : beforeDuel(measured);
}

/** The curves, or the search if the sweep was stopped before them. */
function beforeDuel(measured: Measured): Row[] {
  const curves = rowsOf(measured, 'curves');
  return curves.length > 0 ? curves : rowsOf(measured, 'search');
}

export function fastestFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => other.rate - one.rate);
}

/** Of the rows that meet the objective, the fastest row of each setting, fastest setting first. */
export function fastestOfSettings(rows: readonly Row[]): Row[] {
  const met = fastestFirst(rows.filter(({ isMet }) => isMet));
  return [...Map.groupBy(met, ({ setting }) => keyOf(setting)).values()].map(([fastest]) => fastest!);
}

/** Ratio of the throughputs of two rows. */
export interface Comparison {
  readonly ratio: number;
  /** 90 % confidence interval, from the spread between rounds; undefined for fewer than two rounds. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** Number of rounds in which both rows had a rate above 0. */
  readonly rounds: number;
}

/** Significance level of a one-sided test. A two-sided interval with the same limits has the confidence 1 − 2 × CHANCE. */
const CHANCE = 0.05;

/**
 * One-sided paired t-test over the logarithms of the rates' ratios. Only rounds in which both rows have a rate above 0 count, so
 * that a slow round favours neither row. A round counts as one value, however many turns it had, because its turns share one
 * start of the services and one state of the machine.
 */
export function compare(one: Row, other: Row): Comparison {
  const pairs = [...one.rates].flatMap(([round, rate]) => {
    const beside = other.rates.get(round);
    return beside === undefined || rate <= 0 || beside <= 0 ? [] : [[rate, beside] as const];
  });
  if (pairs.length < 2) return { ratio: one.rate / other.rate, interval: undefined, rounds: pairs.length };
  return { ...pairedRatio(pairs, CHANCE), rounds: pairs.length };
}

/** Whether the first of the compared rows is faster by more than the spread between rounds explains. */
export function isFaster({ interval }: Comparison): boolean {
  // The tolerance is there because rounding makes equal ratios differ.
  return interval !== undefined && interval[0] > 1 + 1e-9;
}

/** The best setting, and the fastest of the others. */
export interface Best {
  readonly row: Row;
  /** Whether `row` is certainly faster than every other setting that meets the objective. */
  readonly isSure: boolean;
  readonly next: { readonly row: Row; readonly comparison: Comparison } | undefined;
}

/**
 * The simplest of these: the fastest setting, and the settings that are not certainly slower than the fastest.
 * @returns undefined if nothing meets the objective
 */
export function findBest(rows: readonly Row[]): Best | undefined {
  const candidates = fastestOfSettings(rows);
  const [top] = candidates;
  if (top === undefined) return undefined;
  const alike = candidates.filter((row) => row === top || !isFaster(compare(top, row)));
  const row = alike.sort((one, other) => bySimplicity(one.setting, other.setting))[0]!;
  const others = candidates.filter((other) => other !== row);
  const [next] = others;
  const isSure = others.every((other) => isFaster(compare(row, other)));
  return { row, isSure, next: next && { row: next, comparison: compare(next, row) } };
}

/** Smallest ratio of the throughputs with and without batches that is worth a `batch` in a manifest. */
const WORTH_HAVING = 1.1;

/** Comparison of the best setting with batches and the best without. */
interface BatchesFound {
  readonly row: Row;
  /** The best setting without batches; undefined if none met the objective. */
  readonly beside: { readonly row: Row; readonly comparison: Comparison } | undefined;
  /**
   * Whether batches pay. True: they are faster. False: a worthwhile gain can be ruled out. Undefined: the rounds show
   * neither.
   */
  readonly pay: boolean | undefined;
}

/** @returns undefined if no setting with batches meets the objective */
export function judgeBatches(rows: readonly Row[]): BatchesFound | undefined {
  const candidates = fastestOfSettings(rows);
  const row = candidates.find(({ setting }) => hasBatches(setting));
  if (row === undefined) return undefined;
  const single = candidates.find(({ setting }) => !hasBatches(setting));
  if (single === undefined) return { row, beside: undefined, pay: undefined };
  const comparison = compare(row, single);
  const isRuledOut = comparison.interval !== undefined && comparison.interval[1] < WORTH_HAVING;
  const pay = isFaster(comparison) ? true : isRuledOut ? false : undefined;
  return { row, beside: { row: single, comparison }, pay };
}
