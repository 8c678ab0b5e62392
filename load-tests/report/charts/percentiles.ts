import type { Interval } from '../figures/over-time.ts';
import type { SpectrumPoint } from '../figures/spectrum.ts';
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

const LINES = ['p50', 'p90', 'p99'] as const;

/** Percentiles of the latencies of every interval; a line breaks where it falls on exchanges without a good answer. */
export function percentilesOverTime(intervals: readonly Interval[], limit: number): string {
  const values = intervals.flatMap(({ p50, p90, p99 }) => [p50 ?? [], p90 ?? [], p99 ?? []].flat());
  const { least, most } = latencyRange(values, limit);
  const end = intervals.reduce((last, { second }) => Math.max(last, second), 1);
  const x = horizontal(0, end);
  const y = logarithmic(vertical, least, most);
  const lines = LINES.map((name) =>
    polyline(
      name,
      intervals.map((interval) => pointOf(x(interval.second), interval[name], y)),
    ),
  );
  return chart(
    'Percentiles over time',
    { scale: x, ticks: ticks(end), title: 'seconds since the start' },
    { scale: y, ticks: logarithmicTicks(least, most), title: 'ms' },
    lines.join('') + horizontalLine('limit', y(limit)),
  );
}

/** Latency by percentile: each step to the right is a tenth of the answers that are left. */
export function spectrumChart(
  spectra: Readonly<Record<'fresh' | 'cached', readonly SpectrumPoint[]>>,
  limit: number,
): string {
  const points = [...spectra.fresh, ...spectra.cached];
  const { least, most } = latencyRange(
    points.flatMap(({ milliseconds }) => milliseconds ?? []),
    limit,
  );
  const rarest = points.reduce((highest, { count }) => Math.max(highest, count), 10);
  const x = logarithmic(horizontal, 1, rarest);
  const y = logarithmic(vertical, least, most);
  const lines = (['fresh', 'cached'] as const).map((kind) =>
    polyline(
      `${kind}-line`,
      // The slowest of n answers stands where one in n is left.
      spectra[kind].map(({ quantile, milliseconds, count }) =>
        pointOf(x(Math.min(count, 1 / (1 - quantile))), milliseconds, y),
      ),
    ),
  );
  const tens = logarithmicTicks(10, rarest).filter((value) => Number.isInteger(Math.log10(value)));
  return chart(
    'Percentile spectrum',
    { scale: x, ticks: [2, ...tens], title: 'percentile', label: percentOf },
    { scale: y, ticks: logarithmicTicks(least, most), title: 'ms' },
    lines.join('') + horizontalLine('limit', y(limit)),
  );
}

/** 10 → `90 %`: one in ten is left. */
function percentOf(rarity: number): string {
  return `${Number((100 * (1 - 1 / rarity)).toFixed(6))} %`;
}

function pointOf(x: number, milliseconds: number | null, y: (value: number) => number) {
  return milliseconds === null ? undefined : ([x, y(milliseconds)] as const);
}
