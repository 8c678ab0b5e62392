import { type ExchangeRecord, inOrder } from '../client/records.ts';
import type { Delays } from './delays.ts';
import type { Objective } from './group.ts';
import { type Check, checkThat } from './outcome.ts';
import { ascending, quantile } from './statistics.ts';

/** Name of the check that needs a constant rate. */
export const NO_TREND = 'no trend in latency';

/** Stretches of a run whose medians are compared. */
const BLOCKS = 12;
const LEAST_IN_BLOCK = 8;

/** So many more pairs of twelve values rise than fall in 0.7 % of all orders (Kendall's exact distribution). */
const LEAST_SCORE = 36;

/** Latency that rises by less than this share of the limit in a whole run is no queue that grows. */
const NOTABLE_RISE = 0.1;

/**
 * Looks for a queue that grows while arrivals come at a constant rate: a service that takes less than what comes misses
 * every objective sooner or later. A trend is where the medians rise by Mann and Kendall's test, and by a notable part of the
 * limit (Theil and Sen's slope). The most that the load generator can have added to the latencies is taken off before.
 */
export function judgeSteadiness(
  exchanges: readonly ExchangeRecord[],
  objective: Objective,
  delays: Delays,
): Check[] {
  const size = Math.floor(exchanges.length / BLOCKS);
  if (size < LEAST_IN_BLOCK) return [];
  const latencies = inOrder(exchanges).map((record) =>
    Math.max(0, record.milliseconds - delays.most(record)),
  );
  const medians = Array.from({ length: BLOCKS }, (_, block) =>
    medianOf(latencies.slice(block * size, (block + 1) * size)),
  );
  const slopes = medians.flatMap((later, index) =>
    medians.slice(0, index).map((earlier, before) => (later - earlier) / (index - before)),
  );
  const rise = medianOf(slopes) * (BLOCKS - 1);
  const score = slopes.reduce((sum, slope) => sum + Math.sign(slope), 0);
  const isRising = score >= LEAST_SCORE && rise > NOTABLE_RISE * objective.limitMilliseconds;
  const detail = `median latency ${rise < 0 ? 'falls' : 'rises'} by ${Math.abs(rise).toFixed(1)} ms during the run`;
  return [checkThat(NO_TREND, !isRising, detail)];
}

function medianOf(values: readonly number[]): number {
  return quantile(ascending(values), 0.5);
}
