import type { ExchangeRecord } from '../client/records.ts';
import { mean, promiseConfidence, quantile, quantileUpperBound } from './statistics.ts';

/** The promise that a run is held to. */
export interface Promised {
  /** Share of the answers that must be in time, such as 0.99. */
  quantile: number;
  /** Milliseconds to the last byte. */
  limitMilliseconds: number;
}

/** Latencies of one kind of answers, in milliseconds; exchanges that failed are not among them. */
export interface Durations {
  mean: number;
  p50: number;
  p95: number;
  p99: number;
}

/** How one kind of exchange, fresh or cached, kept the promise. */
export interface Group {
  count: number;
  /** Good answers that came after the limit. */
  late: number;
  /** Exchanges without a good answer: time-outs, errors, bad status, broken reply. They count as late. */
  failed: number;
  durationMilliseconds: Durations;
  /** The promised percentile with failures at infinity; null when it falls on one of them. */
  percentileMilliseconds: number | null;
  /** With 99 % confidence the promised percentile is not above this; null when that cannot be told. */
  upperBoundMilliseconds: number | null;
  /** Confidence that the promise holds for all requests of this kind, between 0 and 1. */
  confidence: number;
  kept: boolean;
}

/**
 * Fresh or cached, without having to trust the service: only the answer to a repeated id can come from the
 * cache. Where the service says that it computed the answer anew, or gave none, the exchange is fresh.
 */
export function isCached({ repeated, cache, error }: ExchangeRecord): boolean {
  return repeated && (cache === 'hit' || (cache === undefined && error === undefined));
}

/** Summarises exchanges of one kind. */
export function summarise(records: ExchangeRecord[], promised: Promised): Group {
  const good = records.filter((record) => record.error === undefined).map((record) => record.milliseconds);
  good.sort((first, second) => first - second);
  const failed = records.length - good.length;
  const late = good.filter((milliseconds) => milliseconds > promised.limitMilliseconds).length;
  const withFailures = [...good, ...Array<number>(failed).fill(Number.POSITIVE_INFINITY)];
  const percentile = quantile(withFailures, promised.quantile);
  return {
    count: records.length,
    late,
    failed,
    durationMilliseconds: durations(good),
    percentileMilliseconds: finite(percentile),
    upperBoundMilliseconds: finite(quantileUpperBound(withFailures, promised.quantile, 0.99)),
    confidence: promiseConfidence(records.length, late + failed, promised.quantile),
    kept: percentile <= promised.limitMilliseconds,
  };
}

function durations(sorted: number[]): Durations {
  return {
    mean: mean(sorted) || 0,
    p50: quantile(sorted, 0.5) || 0,
    p95: quantile(sorted, 0.95) || 0,
    p99: quantile(sorted, 0.99) || 0,
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
