import type { ExchangeRecord } from '../../client/records.ts';
import {
  bar,
  chart,
  countTicks,
  horizontal,
  horizontalLine,
  latencyRange,
  logarithmic,
  logarithmicTicks,
  plot,
  ticks,
  vertical,
} from './svg.ts';

/** Most points of a scatter chart; beyond, only every n-th of those in time is drawn. */
const MOST_POINTS = 3000;
const BINS = 60;

/** Class of an exchange in the charts: what the legend explains. */
function kindOf(record: ExchangeRecord, limit: number): 'late' | 'cached' | 'fresh' {
  if (record.error !== undefined || record.milliseconds > limit) return 'late';
  return record.repeated ? 'cached' : 'fresh';
}

function rangeOfAll(exchanges: readonly ExchangeRecord[], limit: number) {
  return latencyRange(
    exchanges.map(({ milliseconds }) => milliseconds),
    limit,
  );
}

/** Every request as a point: when it was sent, and how long it took. */
export function latencyOverTime(exchanges: ExchangeRecord[], limit: number): string {
  const start = exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const seconds = (record: ExchangeRecord) => (record.at - start) / 1000;
  const end = exchanges.reduce((most, record) => Math.max(most, seconds(record)), 0.1);
  const { least, most } = rangeOfAll(exchanges, limit);
  const x = horizontal(0, end);
  const y = logarithmic(vertical, least, most);
  const step = Math.ceil(exchanges.length / MOST_POINTS);
  const points = exchanges
    .filter((record, index) => index % step === 0 || kindOf(record, limit) === 'late')
    .map((record) => {
      const [cx, cy] = [x(seconds(record)), y(record.milliseconds)].map((value) => value.toFixed(1));
      return `<circle class="${kindOf(record, limit)}" cx="${cx}" cy="${cy}" r="1.5"/>`;
    });
  return chart(
    'Latency over time',
    { scale: x, ticks: ticks(end), title: 'seconds since the start' },
    { scale: y, ticks: logarithmicTicks(least, most), title: 'ms to the last byte' },
    points.join('') + horizontalLine('limit', y(limit)),
  );
}

/** How many requests took how long, in steps that grow with the latency. */
export function latencyDistribution(exchanges: ExchangeRecord[], limit: number): string {
  const { least, most } = rangeOfAll(exchanges, limit);
  const x = logarithmic(horizontal, least, most);
  const width = (plot.width - plot.left - plot.right) / BINS;
  const bins = Array.from({ length: BINS }, () => ({ fresh: 0, cached: 0, late: 0 }));
  for (const record of exchanges) {
    const index = Math.floor((x(record.milliseconds) - plot.left) / width);
    const bin = bins[Math.min(BINS - 1, Math.max(0, index))];
    if (bin !== undefined) bin[kindOf(record, limit)]++;
  }
  const highest = Math.max(1, ...bins.map(({ fresh, cached, late }) => fresh + cached + late));
  const y = vertical(0, highest);
  const bars = bins.map((bin, index) => {
    let below = 0;
    return (['fresh', 'cached', 'late'] as const)
      .map((kind) => {
        const from = below;
        below += bin[kind];
        return bar(kind, plot.left + index * width, width, y(below), y(from));
      })
      .join('');
  });
  const line = `<line class="limit" x1="${x(limit)}" y1="${plot.top}" x2="${x(limit)}" y2="${y(0)}"/>`;
  return chart(
    'Distribution of latencies',
    { scale: x, ticks: logarithmicTicks(least, most), title: 'ms to the last byte' },
    { scale: y, ticks: countTicks(highest), title: 'requests' },
    bars.join('') + line,
  );
}
