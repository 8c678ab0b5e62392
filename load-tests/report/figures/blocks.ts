import { median } from '../../../project/median.ts';
import { type ExchangeRecord, endOf, goodOf, inOrder } from '../../client/records.ts';
import { finite, latenciesOf, type Objective } from '../../verdict/group.ts';
import { quantile } from '../../verdict/statistics.ts';

/** Number of parts. Slow moments last for seconds and affect few parts, so neighbouring parts are nearly independent. */
const PARTS = 10;
/** In shorter runs, a service that is 30 % slower is found in fewer than nine of ten cases: see `npm run verdict:rates`. */
const LEAST_REQUESTS = 600;
/** Enough next to a longer run: fewer, because a closed loop sends fewer requests to a slower service. */
const LEAST_REQUESTS_BESIDE = 400;
const LEAST_SECONDS = 34;
/** Needed if repeats are compared, too, because more figures then share the probability of an error. */
const LEAST_SECONDS_OF_BOTH = 45;
/** Smallest usual length of a part. In a spike, a part may be shorter. */
const LEAST_PART_SECONDS = 2;
/** Repeats below this share of the first requests are not compared, because they only repeat late requests. */
const LEAST_REPEATS = 0.1;

/** One part of a run: consecutive requests of one kind, as many as in every other part. */
export interface Block {
  /** Milliseconds; null if it falls on an exchange without a good response. */
  p50: number | null;
  /** The objective's percentile in milliseconds; null if it falls on an exchange without a good response. */
  percentile: number | null;
  /** Responses per second that are in time and not known to be wrong. */
  perSecond: number;
}

/** Names of the two kinds of requests in tables. */
export const KINDS = { fresh: 'first requests', cached: 'repeats' } as const;

/** Parts of a run whose spread is compared: of first requests and of repeats. */
export type Blocks = Record<'fresh' | 'cached', Block[]>;

/**
 * Divides the exchanges of each kind into consecutive parts of equal numbers; their spread is that of the run (method of batch
 * means, Law and Kelton, "Simulation Modeling and Analysis", section 9.5.3).
 * @returns no parts of a kind for which the run is too short; and the seconds of the same load that a baseline needs
 */
export function blocksOf(
  { fresh, cached }: Record<keyof Blocks, readonly ExchangeRecord[]>,
  objective: Objective,
): { blocks: Blocks; comparableSeconds: number } {
  const isShared = cached.length >= LEAST_REPEATS * fresh.length;
  const [first, repeats] = [fresh, cached].map((exchanges) => partsOf(exchanges, isShared, objective));
  return {
    blocks: { fresh: first!.blocks, cached: repeats!.blocks },
    comparableSeconds: Math.max(first!.least, isShared ? repeats!.least : 0),
  };
}

function partsOf(exchanges: readonly ExchangeRecord[], isShared: boolean, objective: Objective) {
  const sorted = inOrder(exchanges);
  const seconds = ((sorted.at(-1)?.at ?? 0) - (sorted[0]?.at ?? 0)) / 1000;
  const border = (block: number) => Math.round((block * sorted.length) / PARTS);
  const parts = Array.from({ length: PARTS }, (_, block) => sorted.slice(border(block), border(block + 1)));
  const times = parts.slice(1).map((part, before) => (part[0]?.at ?? 0) - (parts[before]?.[0]?.at ?? 0));
  const usual = median(times)! / 1000;
  const leastSeconds = Math.max(
    isShared ? LEAST_SECONDS_OF_BOTH : LEAST_SECONDS,
    usual > 0 ? (seconds * LEAST_PART_SECONDS) / usual : 0,
  );
  const least = Math.max(leastSeconds, (seconds * LEAST_REQUESTS) / Math.max(1, sorted.length));
  const isEnough = sorted.length >= LEAST_REQUESTS_BESIDE && seconds >= leastSeconds;
  const blocks = parts.map((part, block) => blockOf(part, parts[block + 1]?.[0]?.at, objective));
  return { least, blocks: isEnough ? blocks : [] };
}

/** @param next start of the next part, in milliseconds since 1970 */
function blockOf(
  exchanges: ExchangeRecord[],
  next: number | undefined,
  { quantile: share, limitMilliseconds }: Objective,
): Block {
  const latencies = latenciesOf(exchanges);
  const good = goodOf(exchanges).filter(
    ({ milliseconds, prediction, label }) =>
      milliseconds <= limitMilliseconds && (label === undefined || prediction === label),
  );
  const begin = exchanges[0]?.at ?? 0;
  const end = next ?? endOf(exchanges);
  return {
    p50: finite(quantile(latencies, 0.5)),
    percentile: finite(quantile(latencies, share)),
    perSecond: (good.length * 1000) / Math.max(1, end - begin),
  };
}
