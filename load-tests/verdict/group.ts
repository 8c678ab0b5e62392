import { type ExchangeRecord, type FailureKind, goodOf } from '../client/records.ts';
import type { Delays } from './delays.ts';
import { ascending, breachConfidence, mean, objectiveConfidence, quantile } from './statistics.ts';

/** The objective that a run is held to. */
export interface Objective {
  /** Share of the responses that must be in time, such as 0.99. */
  quantile: number;
  /** Limit of the time to the last byte of a response, in milliseconds. */
  limitMilliseconds: number;
}

/** At the objective's percentile, the load generator's delays may be at most this share of the limit. */
export const MAY_BE_LATE = 0.1;

/** Failures with which a service refuses requests if too many come at once. */
const CROWDED_OUT: ReadonlySet<FailureKind> = new Set(['status', 'refused', 'reset']);

/** Latencies of the good responses of one kind, in milliseconds. */
export interface Durations {
  mean: number;
  p50: number;
  p95: number;
  p99: number;
}

/** Results of one kind of exchange, first requests or repeats. */
export interface Group {
  count: number;
  /** Good responses that came after the limit. */
  late: number;
  /** Exchanges without a good response: time-outs, errors, bad status, invalid reply. They miss the objective, too. */
  failed: number;
  /** Late and failed requests that the load generator explains (see {@link isSpoiled}). */
  spoiled: number;
  durationMilliseconds: Durations;
  /** Latency at the objective's percentile. Failures count as infinite; null for an infinite value, and without requests. */
  percentileMilliseconds: number | null;
  /** Confidence that the service meets the objective for this kind of exchange, between 0 and 1. */
  confidence: number;
  /** Confidence that the objective is missed even if the spoiled requests count as in time, between 0 and 1. */
  breachConfidence: number;
  met: boolean;
  /** Whether more requests are late or failed than the objective permits, even if the spoiled ones count as in time. */
  missedByService: boolean;
}

export function summarise(records: ExchangeRecord[], objective: Objective, delays: Delays): Group {
  const good = ascending(goodOf(records).map(({ milliseconds }) => milliseconds));
  const failed = records.length - good.length;
  const late = good.filter((milliseconds) => milliseconds > objective.limitMilliseconds).length;
  const spoiled = records.filter((record) => isSpoiled(record, objective, delays)).length;
  const percentile = quantile(latenciesOf(records), objective.quantile);
  const mayBeLate = records.length - Math.ceil(objective.quantile * records.length - 1e-9);
  return {
    count: records.length,
    late,
    failed,
    spoiled,
    durationMilliseconds: durations(good),
    percentileMilliseconds: finite(percentile),
    confidence: objectiveConfidence(records.length, late + failed, objective.quantile),
    breachConfidence: breachConfidence(records.length, late + failed - spoiled, objective.quantile),
    met: percentile <= objective.limitMilliseconds,
    missedByService: late + failed - spoiled > mayBeLate,
  };
}

/**
 * Whether the load generator explains a late or missing response. It does in three cases: the generator had no socket or port
 * left, the latency without the generator's delays meets the limit, or the service refused the request in a rush that the
 * generator made by sending late.
 */
function isSpoiled(record: ExchangeRecord, { limitMilliseconds }: Objective, delays: Delays): boolean {
  const { failure, milliseconds } = record;
  if (failure === 'generator') return true;
  if (failure !== undefined && CROWDED_OUT.has(failure)) {
    return delays.longestLag(record) > MAY_BE_LATE * limitMilliseconds;
  }
  const most = delays.most(record);
  // In the scenario `organizer`, requests time out at the limit. Without this condition, a short delay would explain a time-out.
  if (failure === 'timeout' && most <= MAY_BE_LATE * limitMilliseconds) return false;
  if (failure === undefined ? milliseconds <= limitMilliseconds : failure !== 'timeout') return false;
  return milliseconds - most <= limitMilliseconds;
}

function durations(sorted: number[]): Durations {
  return {
    mean: mean(sorted) || 0,
    p50: quantile(sorted, 0.5) || 0,
    p95: quantile(sorted, 0.95) || 0,
    p99: quantile(sorted, 0.99) || 0,
  };
}

/** Latencies of all exchanges, sorted; failures are higher than every response. */
export function latenciesOf(exchanges: readonly ExchangeRecord[]): number[] {
  return ascending(
    exchanges.map(({ error, milliseconds }) =>
      error === undefined ? milliseconds : Number.POSITIVE_INFINITY,
    ),
  );
}

/** Null for an infinite value, such as the latency of a failed request, and for NaN, the quantile of no latencies. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
