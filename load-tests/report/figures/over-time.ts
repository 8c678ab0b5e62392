import type { ExchangeRecord } from '../../client/records.ts';
import { quantile } from '../../verdict/statistics.ts';

/** The latencies of what was asked within some seconds. */
export interface Interval {
  /** Since the start of the run. */
  second: number;
  count: number;
  /** Milliseconds; null where the percentile falls on an exchange without a good answer. */
  p50: number | null;
  p90: number | null;
  p99: number | null;
  most: number | null;
}

const MOST_INTERVALS = 60;
const LENGTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Percentiles of the latencies over time, in at most 60 intervals of whole seconds; those without a question are left out. */
export function overTime(exchanges: readonly ExchangeRecord[]): Interval[] {
  const start = exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const end = exchanges.reduce((most, { at }) => Math.max(most, at), start);
  const enough = (end - start) / 1000 / MOST_INTERVALS;
  const length = LENGTHS.find((seconds) => seconds >= enough) ?? Math.ceil(enough);
  const latencies = new Map<number, number[]>();
  for (const { at, milliseconds, error } of exchanges) {
    const second = Math.floor((at - start) / 1000 / length) * length;
    const latency = error === undefined ? milliseconds : Number.POSITIVE_INFINITY;
    const known = latencies.get(second);
    if (known === undefined) latencies.set(second, [latency]);
    else known.push(latency);
  }
  return [...latencies]
    .sort(([first], [second]) => first - second)
    .map(([second, values]) => intervalOf(second, values));
}

function intervalOf(second: number, latencies: number[]): Interval {
  const sorted = latencies.sort((first, next) => first - next);
  const at = (share: number) => {
    const value = quantile(sorted, share);
    return Number.isFinite(value) ? value : null;
  };
  return { second, count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) };
}
