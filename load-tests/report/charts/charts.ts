/** The charts of a run's report. */
import type { ExchangeRecord } from '../../client/records.ts';
import type { Probe } from '../../verdict/peak.ts';
import {
  chart,
  horizontal,
  horizontalLine,
  latencyRange,
  logarithmic,
  logarithmicTicks,
  polyline,
  ticks,
  vertical,
} from './svg.ts';

/** Most points of a scatter chart; beyond, only every n-th of those in time is drawn. */
const MOST_POINTS = 3000;

/** The vertical axis of latencies in milliseconds, with a line at the limit. */
function latencies(values: readonly number[], limit: number, title = 'ms to the last byte') {
  const { least, most } = latencyRange(values, limit);
  const scale = logarithmic(vertical, least, most);
  const axis = { scale, ticks: logarithmicTicks(least, most), title };
  return { axis, scale, top: scale(most), line: horizontalLine('limit', scale(limit)) };
}

function timeAxis(seconds: number) {
  return { scale: horizontal(0, seconds), ticks: ticks(seconds), title: 'seconds since the start' };
}

function startOf(exchanges: readonly ExchangeRecord[]): number {
  return exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
}

/** Class of an exchange in the charts: what the legend explains. */
function kindOf({ error, milliseconds, repeated }: ExchangeRecord, limit: number): string {
  return error !== undefined || milliseconds > limit ? 'late' : repeated ? 'cached' : 'fresh';
}

/** Every request as a point: when it was due, and how long it took. */
export function latencyOverTime(exchanges: readonly ExchangeRecord[], limit: number): string {
  const start = startOf(exchanges);
  const x = timeAxis(exchanges.reduce((most, { at }) => Math.max(most, (at - start) / 1000), 0.1));
  const y = latencies(
    exchanges.map(({ milliseconds }) => milliseconds),
    limit,
  );
  const step = Math.ceil(exchanges.length / MOST_POINTS);
  const points = exchanges
    .filter((record, index) => index % step === 0 || kindOf(record, limit) === 'late')
    .map((record) => {
      const at = [x.scale((record.at - start) / 1000), y.scale(record.milliseconds)];
      const [cx, cy] = at.map((value) => value.toFixed(1));
      return `<circle class="${kindOf(record, limit)}" cx="${cx}" cy="${cy}" r="1.5"/>`;
    });
  return chart('Latency over time', x, y.axis, points.join('') + y.line);
}

/** Every probe of a search as two points: its rate, and how long the middle and the promised percentile took. */
export function rateAgainstLatency(probes: readonly Probe[], limit: number): string {
  const byRate = probes.toSorted((first, second) => first.rate - second.rate);
  const values = byRate.flatMap(({ p50Milliseconds, percentileMilliseconds }) =>
    [p50Milliseconds, percentileMilliseconds].filter((value) => value !== null),
  );
  const y = latencies(values, limit, 'ms');
  const highest = (byRate.at(-1)?.rate ?? 1) * 1.05;
  const x = horizontal(0, highest);
  const points = byRate.map(({ rate, result, purpose, percentileMilliseconds: percentile }) => {
    const cy = (percentile === null ? y.top : y.scale(percentile)).toFixed(1);
    const radius = purpose === 'confirmation' ? 6 : 4;
    return `<circle class="${result}" cx="${x(rate).toFixed(1)}" cy="${cy}" r="${radius}"/>`;
  });
  const middles = byRate.map(({ rate, p50Milliseconds }) =>
    p50Milliseconds === null ? undefined : ([x(rate), y.scale(p50Milliseconds)] as const),
  );
  const rates = { scale: x, ticks: ticks(highest), title: 'requests/s' };
  return chart('Rate against latency', rates, y.axis, polyline('p50', middles) + points.join('') + y.line);
}
