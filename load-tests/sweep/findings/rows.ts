/** The rounds of a sweep put together: what each setting did with each number of clients. */
import { mean, promiseConfidence } from '../../verdict/statistics.ts';
import type { Phase, Point, SweepMeasurements } from '../measurements.ts';
import { keyOf, type Setting } from '../setting.ts';

export interface Row {
  readonly setting: Setting;
  readonly clients: number;
  /** Good answers in time a second, by the round. */
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
  /** Enough answers in time, enough of them right, and no environment that died. */
  readonly isKept: boolean;
  /** That enough are in time, between 0 and 1, given how many were asked. */
  readonly confidence: number;
}

/** What is decided by: the rounds with all numbers of clients, or where none was finished, the search. */
export function decisivePhase({ visits }: Pick<SweepMeasurements, 'visits'>): Phase {
  return visits.some(({ phase }) => phase === 'final') ? 'final' : 'search';
}

/** @returns settings in the order in which they were first visited, clients in rising order */
export function rowsOf(measured: SweepMeasurements, phase: Phase): Row[] {
  const grouped = new Map<string, { setting: Setting; points: [round: number, point: Point][] }>();
  for (const visit of measured.visits) {
    if (visit.phase !== phase) continue;
    for (const point of visit.points) {
      const key = `${keyOf(visit.setting)} by ${point.clients}`;
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
  { quantile, samplesRight }: SweepMeasurements,
): Row {
  const points = entries.map(([, point]) => point);
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const rates = points.map(({ answersPerSecond }) => answersPerSecond);
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
    rates: new Map(entries.map(([round, point]) => [round, point.answersPerSecond])),
    rate: mean(rates),
    spread: (Math.max(...rates) - Math.min(...rates)) / 2,
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
