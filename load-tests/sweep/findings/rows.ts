/** The rounds of a sweep put together: what each setting did with each number of clients. */
import { mean, promiseConfidence } from '../../verdict/statistics.ts';
import type { Phase, Point, SweepFacts, SweepMeasurements } from '../measurements.ts';
import { keyOf, type Setting } from '../setting.ts';

/** What the rounds are judged by. */
export type Promised = Pick<SweepFacts, 'limitMilliseconds' | 'quantile' | 'samplesRight'>;
type Measured = Pick<SweepMeasurements, 'visits'> & Promised;

export interface Row {
  readonly setting: Setting;
  readonly clients: number;
  /** Good answers in time a second, by the round, of which a duel has the mean of its turns. */
  readonly rates: ReadonlyMap<number, number>;
  /** Their mean. */
  readonly rate: number;
  /** Half of the way from the slowest round to the fastest. */
  readonly spread: number;
  /** Median of the rounds, in milliseconds; null where there was none. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly questions: number;
  readonly late: number;
  readonly refused: number;
  readonly lost: number;
  /** Of a question, in milliseconds, mean of the rounds. */
  readonly cpuMilliseconds: number | null;
  /** Most that the load generator used of a core. */
  readonly generatorBusy: number;
  /** Share of the answers that were right; undefined where nobody knows. */
  readonly accuracy: number | undefined;
  /** Enough answers in time, enough of them right, and no worker that died. */
  readonly isKept: boolean;
  /** That enough are in time, between 0 and 1, given how many were asked. */
  readonly confidence: number;
}

/**
 * What is decided by: the duel, where one in it kept the promise. Nothing in it was chosen because it was high. Else, as
 * where the sweep was stopped, the curves, or the search.
 */
export function decisiveRows(measured: Measured): Row[] {
  const duel = rowsOf(measured, 'duel');
  return duel.some(({ isKept }) => isKept)
    ? duel
    : rowsOf(measured, isSearchOnly(measured) ? 'search' : 'curves');
}

/** Whether it was stopped so early that there are no curves. */
export function isSearchOnly({ visits }: Pick<SweepMeasurements, 'visits'>): boolean {
  return visits.every(({ phase }) => phase === 'search');
}

/** What tables and charts show: the curves, and in them what the duel found of a setting and its number of clients. */
export function shownRows(measured: Measured): Row[] {
  const duel = new Map(rowsOf(measured, 'duel').map((row) => [rowKey(row), row]));
  const rows = rowsOf(measured, isSearchOnly(measured) ? 'search' : 'curves');
  return rows.map((row) => duel.get(rowKey(row)) ?? row);
}

/** A setting and a number of clients as a text. */
export function rowKey({ setting, clients }: Pick<Row, 'setting' | 'clients'>): string {
  return `${keyOf(setting)} by ${clients}`;
}

/** @returns settings in the order in which they were first visited, clients in rising order */
export function rowsOf(measured: Measured, phase: Phase): Row[] {
  const grouped = new Map<string, { setting: Setting; points: [round: number, point: Point][] }>();
  for (const visit of measured.visits) {
    if (visit.phase !== phase) continue;
    for (const point of visit.points) {
      const key = rowKey({ setting: visit.setting, clients: point.clients });
      const known = grouped.get(key) ?? { setting: visit.setting, points: [] };
      known.points.push([visit.round, point]);
      grouped.set(key, known);
    }
  }
  const rows = [...grouped.values()].map(({ setting, points }) => rowOf(setting, points, measured));
  const order = [...new Set(rows.map(({ setting }) => keyOf(setting)))];
  return rows.sort(
    (one, other) =>
      order.indexOf(keyOf(one.setting)) - order.indexOf(keyOf(other.setting)) || one.clients - other.clients,
  );
}

function rowOf(
  setting: Setting,
  entries: readonly [round: number, point: Point][],
  { quantile, samplesRight }: Promised,
): Row {
  const points = entries.map(([, point]) => point);
  const byRound = Map.groupBy(entries, ([round]) => round);
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const rates = new Map(
    [...byRound].map(([round, own]) => [round, mean(own.map(([, point]) => point.answersPerSecond))]),
  );
  const questions = sum((point) => point.questions);
  const [late, refused, lost] = [sum((one) => one.late), sum((one) => one.refused), sum((one) => one.lost)];
  const missed = late + refused + lost;
  const labelled = sum((point) => point.labelled);
  const accuracy = labelled === 0 ? undefined : sum(({ right }) => right) / labelled;
  const costs = points.flatMap(({ cpuMilliseconds }) => cpuMilliseconds ?? []);
  const isInTime = questions > 0 && missed <= (1 - quantile) * questions + 1e-9;
  return {
    setting,
    clients: points[0]!.clients,
    rates,
    rate: mean([...rates.values()]),
    spread: (Math.max(...rates.values()) - Math.min(...rates.values())) / 2,
    p50: median(points.map(({ p50 }) => p50)),
    p99: median(points.map(({ p99 }) => p99)),
    questions,
    late,
    refused,
    lost,
    cpuMilliseconds: costs.length === 0 ? null : mean(costs),
    generatorBusy: Math.max(...points.map(({ generatorBusy }) => generatorBusy)),
    accuracy,
    isKept: isInTime && (accuracy ?? 1) >= samplesRight && points.every(({ deaths }) => deaths === 0),
    confidence: promiseConfidence(questions, missed, quantile),
  };
}

/** Of an even number the upper one; null counts as more than any. */
function median(values: readonly (number | null)[]): number | null {
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other);
  const middle = sorted[sorted.length >> 1]!;
  return Number.isFinite(middle) ? middle : null;
}
