import type { ExchangeRecord } from '../../client/records.ts';
import type { Promised } from '../../verdict/group.ts';
import { quantile } from '../../verdict/statistics.ts';

/** How many parts a run is divided into: the more questions, the more. Each has twice as many as the one before it. */
const DIVISIONS = [
  { parts: 40, leastQuestions: 4000 },
  { parts: 20, leastQuestions: 2000 },
  { parts: 10, leastQuestions: 200 },
];

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
 * Divides the exchanges of one kind into parts of equal numbers, one after the other: the spread among them is the
 * run's own (method of batch means, Law and Kelton, "Simulation Modeling and Analysis", section 9.5.3).
 * @returns none when there are too few exchanges
 */
export function blocksOf(exchanges: readonly ExchangeRecord[], promised: Promised): Block[] {
  const { parts = 0 } = DIVISIONS.find(({ leastQuestions }) => exchanges.length >= leastQuestions) ?? {};
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const border = (block: number) => Math.round((block * inOrder.length) / parts);
  return Array.from({ length: parts }, (_, block) =>
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
