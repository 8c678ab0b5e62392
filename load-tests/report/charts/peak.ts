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

/** Every probe of a search as two points: its rate, and how long the middle and the promised percentile took. */
export function rateAgainstLatency(probes: readonly Probe[], limit: number): string {
  const byRate = probes.toSorted((first, second) => first.rate - second.rate);
  const values = byRate.flatMap(({ p50Milliseconds, percentileMilliseconds }) =>
    [p50Milliseconds, percentileMilliseconds].filter((value) => value !== null),
  );
  const { least, most } = latencyRange(values, limit);
  const highest = byRate.at(-1)?.rate ?? 1;
  const x = horizontal(0, highest * 1.05);
  const y = logarithmic(vertical, least, most);
  const top = y(most);
  const points = byRate.map(({ rate, result, purpose, percentileMilliseconds }) => {
    const cx = x(rate).toFixed(1);
    const cy = (percentileMilliseconds === null ? top : y(percentileMilliseconds)).toFixed(1);
    return `<circle class="${result}" cx="${cx}" cy="${cy}" r="${purpose === 'confirmation' ? 6 : 4}"/>`;
  });
  const middles = polyline(
    'p50',
    byRate.map(({ rate, p50Milliseconds }) =>
      p50Milliseconds === null ? undefined : ([x(rate), y(p50Milliseconds)] as const),
    ),
  );
  return chart(
    'Rate against latency',
    { scale: x, ticks: ticks(highest * 1.05), title: 'requests/s' },
    { scale: y, ticks: logarithmicTicks(least, most), title: 'ms' },
    middles + points.join('') + horizontalLine('limit', y(limit)),
  );
}
