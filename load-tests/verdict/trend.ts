import { type ExchangeRecord, inOrder } from '../client/records.ts';
import type { Delays } from './delays.ts';
import type { Objective } from './group.ts';
import { type Check, checkThat } from './outcome.ts';
import { ascending, quantile } from './statistics.ts';

const NO_TREND = 'no trend in latency';

/** Number of blocks of a run. The median latencies of the blocks are compared. */
const BLOCKS = 12;
const LEAST_IN_BLOCK = 8;

/** In a trend, rising pairs of medians outnumber falling pairs by this or more, as in 0.7 % of random orders (Kendall). */
const LEAST_SCORE = 36;

/** A rise of the latency by less than this share of the limit in a whole run does not mean a growing queue. */
const NOTABLE_RISE = 0.1;

/**
 * Detects a growing queue at a constant rate of arrivals, because a service whose queue grows misses any objective in the end.
 * The median latencies of the run's parts must rise significantly (Mann and Kendall's test) and by a notable part of the limit
 * (Theil and Sen's slope). The largest delay that the load generator can have caused is subtracted first. A run with fewer than
 * `LEAST_IN_BLOCK` exchanges in each part gets no check.
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
