/** The charts of a run's report. */
import {
  chart,
  linear,
  logarithmic,
  logarithmicTicks,
  type Plot,
  polyline,
  ticks,
} from '../../project/chart.ts';
import { type ExchangeRecord, startOf } from '../client/records.ts';
import type { Probe } from '../verdict/peak.ts';

/** As wide as a phone, so that its text can be read there. */
const PLOT: Plot = { width: 480, height: 270, x: [66, 466], y: [228, 12] };
const { x: ACROSS, y: UP } = PLOT;

/** Most points of a scatter chart; beyond, only every n-th of those in time is drawn. */
const MOST_POINTS = 3000;

/** The vertical axis of latencies in milliseconds with some room around, and a line at the limit. */
function latencies(values: readonly number[], limit: number, title = 'ms to the last byte') {
  const least = values.reduce((low, value) => Math.min(low, value), limit);
  const most = values.reduce((high, value) => Math.max(high, value), limit);
  const ends = [Math.max(0.1, least * 0.8), most * 1.3] as const;
  const scale = logarithmic(ends, UP);
  const line = polyline(
    'limit',
    ACROSS.map((x) => [x, scale(limit)] as const),
  );
  return { axis: { scale, ticks: logarithmicTicks(ends), title }, scale, line };
}

/** Class of an exchange in the charts: what the legend explains. */
function kindOf({ error, milliseconds, repeated }: ExchangeRecord, limit: number): string {
  return error !== undefined || milliseconds > limit ? 'late' : repeated ? 'cached' : 'fresh';
}

function circle(kind: string, x: number, y: number, radius: number): string {
  return `<circle class="${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}"/>`;
}

/** Every request as a point: when it was due, and how long it took. */
export function latencyOverTime(exchanges: readonly ExchangeRecord[], limit: number): string {
  const start = startOf(exchanges);
  const seconds = exchanges.reduce((most, { at }) => Math.max(most, (at - start) / 1000), 0.1);
  const x = linear([0, seconds], ACROSS);
  const y = latencies(
    exchanges.map(({ milliseconds }) => milliseconds),
    limit,
  );
  const step = Math.ceil(exchanges.length / MOST_POINTS);
  const points = exchanges
    .filter((record, index) => index % step === 0 || kindOf(record, limit) === 'late')
    .map((record) =>
      circle(kindOf(record, limit), x((record.at - start) / 1000), y.scale(record.milliseconds), 1.5),
    );
  const time = { scale: x, ticks: ticks(seconds), title: 'seconds since the start' };
  return chart(PLOT, 'Latency over time', time, y.axis, points.join('') + y.line);
}

/** Every probe of a search as two points: its rate, and how long the median and the objective's percentile are. */
export function rateAgainstLatency(probes: readonly Probe[], limit: number): string {
  const byRate = probes.toSorted((first, second) => first.rate - second.rate);
  const values = byRate.flatMap(({ p50Milliseconds, percentileMilliseconds: percentile }) =>
    percentile === null ? p50Milliseconds : [p50Milliseconds, percentile],
  );
  const y = latencies(values, limit, 'ms');
  const highest = (byRate.at(-1)?.rate ?? 1) * 1.05;
  const x = linear([0, highest], ACROSS);
  const points = byRate.map(({ rate, result, purpose, percentileMilliseconds: percentile }) => {
    const height = percentile === null ? UP[1] : y.scale(percentile);
    return circle(result, x(rate), height, purpose === 'confirmation' ? 6 : 4);
  });
  const middles = polyline(
    'p50',
    byRate.map(({ rate, p50Milliseconds }) => [x(rate), y.scale(p50Milliseconds)] as const),
  );
  const rates = { scale: x, ticks: ticks(highest), title: 'requests/s' };
  return chart(PLOT, 'Rate against latency', rates, y.axis, middles + points.join('') + y.line);
}
