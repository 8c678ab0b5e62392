import type { ExchangeRecord } from '../client/records.ts';
import type { Delays } from './delays.ts';
import type { Promised } from './group.ts';
import type { Check } from './outcome.ts';
import { quantile } from './statistics.ts';

/** Name of the check that needs a constant rate. */
export const NO_TREND = 'no trend in latency';

/** Stretches of a run whose medians are compared: the first five with the last five. */
const BLOCKS = 12;
const COMPARED = 5;
const LEAST_IN_BLOCK = 8;

/** Latency that rises by less than this share of the limit in a whole run is no queue that grows. */
const NOTABLE_RISE = 0.1;

/**
 * Looks for a queue that grows while arrivals come at a constant rate: a service that takes less than what comes breaks
 * every promise sooner or later. A trend is where every one of the last five medians is above every one of the first five,
 * which one order in 252 has by chance (exact permutation test), and they rise by a notable part of the limit. What the load
 * generator explains of the latencies is taken off.
 */
export function judgeSteadiness(
  exchanges: readonly ExchangeRecord[],
  promised: Promised,
  delays: Delays,
): Check[] {
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const size = Math.floor(inOrder.length / BLOCKS);
  if (size < LEAST_IN_BLOCK) return [];
  const medians = Array.from({ length: BLOCKS }, (_, block) =>
    medianOf(
      inOrder
        .slice(block * size, (block + 1) * size)
        .map((record) => record.milliseconds - delays.own(record)),
    ),
  );
  const [first, last] = [medians.slice(0, COMPARED), medians.slice(-COMPARED)];
  // From the middle of the first five to that of the last, there are fewer stretches than from end to end.
  const rise = ((medianOf(last) - medianOf(first)) * (BLOCKS - 1)) / (BLOCKS - COMPARED);
  const isTrend = Math.min(...last) > Math.max(...first);
  const isRising = isTrend && rise > NOTABLE_RISE * promised.limitMilliseconds;
  const detail = `median latency ${rise < 0 ? 'falls' : 'rises'} by ${Math.abs(rise).toFixed(1)} ms during the run`;
  return [{ name: NO_TREND, finding: isRising ? 'broken' : 'kept', detail }];
}

function medianOf(values: readonly number[]): number {
  return quantile(
    values.toSorted((first, second) => first - second),
    0.5,
  );
}
