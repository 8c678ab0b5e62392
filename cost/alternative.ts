import type { Machine } from './machines.ts';
import { type Play, type Promised, promisedLatency } from './outcome.ts';
import type { PriceBook } from './prices.ts';
import type { Tally } from './tally.ts';
import type { Configuration, Load, Period } from './workload.ts';

/** What all alternatives are compared for. */
export interface Comparison {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly period: Period;
  readonly prices: PriceBook;
  readonly promised: Promised;
  readonly play: Play;
  readonly machines: readonly Machine[];
}

/** A way to answer the load. */
export interface Alternative {
  readonly name: string;
  readonly isServerless: boolean;
  /** The cost of the period at another rate, everything else being equal. @throws MissingPriceError */
  costAt(ratePerSecond: number): RateCost;
  /** The load played against it at its own rate. @throws MissingPriceError */
  assess(): Assessment;
}

export interface RateCost {
  readonly dollars: number;
  readonly keepsPromise: boolean;
}

export interface Assessment extends RateCost {
  /** Milliseconds, at the quantile of the promise. */
  readonly latency: number;
  /** What is deployed, and for machines the rate that one carries. */
  readonly remark: string;
}

/** The judgement of a played load. */
export function judge(dollars: number, tally: Tally, promised: Promised, remark: string): Assessment {
  const latency = promisedLatency(tally, promised);
  return { dollars, latency, keepsPromise: latency <= promised.milliseconds, remark };
}
