import type { ExchangeRecord } from '../../client/records.ts';
import type { Promised } from '../../verdict/group.ts';
import { quantile } from '../../verdict/statistics.ts';

/** Long enough that slow moments, which last for seconds, do not outlast a part: neighbours are independent. */
const PARTS = 10;
/** With fewer, a service that is 30 % slower is often taken for the same: see `npm run verdict:rates`. */
const LEAST_REQUESTS = 600;
const LEAST_SECONDS = 25;

/** One part of a run: as many requests of one kind as in every other part, one after the other. */
export interface Block {
  /** Milliseconds; null where it falls on an exchange without a good response. */
  p50: number | null;
  /** The promised percentile, likewise. */
  percentile: number | null;
  /** Responses per second that are in time, and not known to be wrong. */
  perSecond: number;
}

/** What people call the two kinds of requests, in every table. */
export const KINDS = { fresh: 'first requests', cached: 'repeats' } as const;

/** The parts of a run of which its report tells the spread: first requests, and repeats. */
export type Blocks = Record<'fresh' | 'cached', Block[]>;

/**
 * Divides the exchanges of one kind into parts of equal numbers, one after the other: the spread among them is the
 * run's own (method of batch means, Law and Kelton, "Simulation Modeling and Analysis", section 9.5.3).
 * @returns none when the exchanges are too few, or of too short a time
 */
export function blocksOf(exchanges: readonly ExchangeRecord[], promised: Promised): Block[] {
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const seconds = ((inOrder.at(-1)?.at ?? 0) - (inOrder[0]?.at ?? 0)) / 1000;
  if (inOrder.length < LEAST_REQUESTS || seconds < LEAST_SECONDS) return [];
  const border = (block: number) => Math.round((block * inOrder.length) / PARTS);
  return Array.from({ length: PARTS }, (_, block) =>
    blockOf(inOrder.slice(border(block), border(block + 1)), inOrder[border(block + 1)]?.at, promised),
  );
}

/** @param next when the part after it begins, in milliseconds since 1970 */
function blockOf(
  exchanges: ExchangeRecord[],
  next: number | undefined,
  { quantile: share, limitMilliseconds }: Promised,
): Block {
  const latencies = exchanges
    .map(({ error, milliseconds }) => (error === undefined ? milliseconds : Number.POSITIVE_INFINITY))
    .sort((first, second) => first - second);
  const good = exchanges.filter(
    ({ error, milliseconds, answer, label }) =>
      error === undefined && milliseconds <= limitMilliseconds && (label === undefined || answer === label),
  );
  const begin = exchanges[0]?.at ?? 0;
  const end = next ?? exchanges.reduce((most, { at, milliseconds }) => Math.max(most, at + milliseconds), 0);
  return {
    p50: finite(quantile(latencies, 0.5)),
    percentile: finite(quantile(latencies, share)),
    perSecond: (good.length * 1000) / Math.max(1, end - begin),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
