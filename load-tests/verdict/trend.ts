import type { ExchangeRecord } from '../client/records.ts';
import type { Delays } from './delays.ts';
import type { Promised } from './group.ts';
import type { Check } from './outcome.ts';
import { quantile, risingByChance, slope } from './statistics.ts';

/** Names of the checks that need a constant rate. */
export const STEADINESS_CHECKS = ['no trend in latency', 'as many answers as arrivals'] as const;

/** Stretches of a run whose medians are compared. */
const BLOCKS = 12;
const LEAST_IN_BLOCK = 8;

/** Latency that rises by less than this share of the limit in a whole run is no queue that grows. */
const NOTABLE_RISE = 0.1;

/** A rise that chance explains in fewer than one run of a hundred is a trend. */
const CHANCE = 0.01;

/** Share of the arrivals of its second half by which a run's answers may fall behind. */
const MAY_FALL_BEHIND = 0.02;

/**
 * Looks for a queue that grows while arrivals come at a constant rate: a service that takes less than what comes breaks
 * every promise sooner or later. What the load generator explains of the latencies is taken off.
 */
export function judgeSteadiness(
  exchanges: readonly ExchangeRecord[],
  promised: Promised,
  delays: Delays,
): Check[] {
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const size = Math.floor(inOrder.length / BLOCKS);
  if (size < LEAST_IN_BLOCK) return [];
  return [judgeTrend(inOrder, size, promised, delays), judgeAnswerRate(inOrder, delays)];
}

function judgeTrend(
  inOrder: readonly ExchangeRecord[],
  size: number,
  promised: Promised,
  delays: Delays,
): Check {
  const medians = Array.from({ length: BLOCKS }, (_, block) => {
    const latencies = inOrder
      .slice(block * size, (block + 1) * size)
      .map((record) => record.milliseconds - delays.own(record));
    return quantile(
      latencies.sort((first, second) => first - second),
      0.5,
    );
  });
  const rise = slope(medians) * (BLOCKS - 1);
  const isRising = rise > NOTABLE_RISE * promised.limitMilliseconds && risingByChance(medians) < CHANCE;
  const detail = `median latency ${rise < 0 ? 'falls' : 'rises'} by ${Math.abs(rise).toFixed(1)} ms during the run`;
  return { name: STEADINESS_CHECKS[0], finding: isRising ? 'broken' : 'kept', detail };
}

/** In the second half, so that a latency, which puts every answer off alike, makes no difference. */
function judgeAnswerRate(inOrder: readonly ExchangeRecord[], delays: Delays): Check {
  const first = inOrder[0]?.at ?? 0;
  const last = inOrder.at(-1)?.at ?? 0;
  const middle = (first + last) / 2;
  const isIn = (moment: number) => moment > middle && moment <= last;
  const arrivals = inOrder.filter(({ at }) => isIn(at)).length;
  const ends = inOrder.map((record) => record.at + record.milliseconds - delays.own(record));
  const answers = inOrder.filter(
    ({ error }, index) => error === undefined && isIn(ends[index] as number),
  ).length;
  const behind = arrivals - answers;
  // The number under way goes up and down by chance as well: three standard deviations of its start.
  const underWay = inOrder.filter(({ at }, index) => at <= middle && (ends[index] as number) > middle).length;
  const allowed = MAY_FALL_BEHIND * arrivals + 3 * Math.sqrt(underWay + 1);
  return {
    name: STEADINESS_CHECKS[1],
    finding: behind <= allowed ? 'kept' : 'broken',
    detail: `${answers} answers, ${arrivals} arrivals in the second half`,
  };
}
