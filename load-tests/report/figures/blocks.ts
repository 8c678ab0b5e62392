import type { ExchangeRecord } from '../../client/records.ts';
import type { Promised } from '../../verdict/group.ts';
import { quantile } from '../../verdict/statistics.ts';

/** How many parts a run is divided into. */
export const BLOCKS = 10;
/** Fewer answers in a part say too little. */
export const LEAST_IN_BLOCK = 20;

/** One part of a run: as many answers of one kind as in every other part, one after the other. */
export interface Block {
  /** Milliseconds; null where it falls on an exchange without a good answer. */
  p50: number | null;
  /** The promised percentile, likewise. */
  percentile: number | null;
  /** Share of exchanges that broke the promise. */
  lateOrFailed: number;
  /** Share of the answers with a known right one that were another. */
  wrong: number;
  /** Good answers per second. */
  perSecond: number;
}

/** What people call the two kinds of questions, in every table. */
export const KINDS = { fresh: 'first questions', cached: 'repeats' } as const;

/** The parts of a run of which its report tells the spread: first questions, and repeats. */
export type Blocks = Record<'fresh' | 'cached', Block[]>;

/**
 * Divides the exchanges of one kind into parts of equal numbers. Latencies that follow each other are alike, those
 * of parts that are long enough are not: the spread among parts is the run's own (method of batch means, Law and
 * Kelton, "Simulation Modeling and Analysis", section 9.5.3).
 * @returns none when there are too few exchanges
 */
export function blocksOf(exchanges: readonly ExchangeRecord[], promised: Promised): Block[] {
  if (exchanges.length < BLOCKS * LEAST_IN_BLOCK) return [];
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const border = (block: number) => Math.round((block * inOrder.length) / BLOCKS);
  return Array.from({ length: BLOCKS }, (_, block) =>
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
  const labelled = exchanges.filter(({ answer, label }) => answer !== undefined && label !== undefined);
  const begin = exchanges[0]?.at ?? 0;
  const end = next ?? exchanges.reduce((most, { at, milliseconds }) => Math.max(most, at + milliseconds), 0);
  return {
    p50: finite(quantile(latencies, 0.5)),
    percentile: finite(quantile(latencies, share)),
    lateOrFailed: latencies.filter((latency) => latency > limitMilliseconds).length / latencies.length,
    wrong: labelled.filter(({ answer, label }) => answer !== label).length / Math.max(1, labelled.length),
    perSecond: (latencies.filter(Number.isFinite).length * 1000) / Math.max(1, end - begin),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
