import type { Games } from '../plan/games.ts';
import type { PriceBook } from '../prices/price-book.ts';
import type { Verdict } from '../simulation/verdict.ts';
import type { Architecture, Configuration, Load, Period } from '../workload/workload.ts';
import type { Machine } from './machine-list.ts';

/** What all alternatives are compared for. */
export interface Comparison {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly period: Period;
  readonly prices: PriceBook;
  readonly games: Games;
  readonly machines: readonly Machine[];
  /** How many times as long a question takes on arm64 as on x86_64; undefined = nobody measured it. */
  readonly arm64Factor?: number | undefined;
  /** Questions per second that one vCPU of Managed Instances answers; undefined = as long as on Lambda, one by one. */
  readonly throughput?: number | undefined;
  /** Share of the CPU in use that the scaling of Managed Instances aims at; undefined = AWS's default. */
  readonly cpuUtilization?: number | undefined;
}

/** A way to answer the load: as many of it as keep the promise, found by playing them. */
export interface Alternative {
  readonly name: string;
  /** Nobody looks after a machine. */
  readonly isServerless: boolean;
  /** The same at any rate. @throws MissingPriceError, NotComparableError */
  assess(comparison: Comparison): Assessment;
}

export interface Assessment {
  readonly dollars: number;
  /** How many are deployed: environments, tasks or machines. */
  readonly count: number;
  readonly verdict: Verdict;
  /** Milliseconds, at the quantile of the promise. */
  readonly latency: number;
  readonly remark: string;
}

/** An alternative that cannot be set beside the others; the message says why. */
export class NotComparableError extends Error {
  override name = 'NotComparableError';
}

/** The quantile of the promise. */
export function promisedLatency({ shares }: Verdict, { games }: Comparison): number {
  return shares.latencies.quantile(1 - games.promised.lateShare);
}

/**
 * How many times as long a question takes on an architecture as where it was measured.
 * @throws NotComparableError where nobody measured it: no architecture is assumed to be as fast as another
 */
export function architectureFactor(
  { configuration, arm64Factor }: Comparison,
  architecture: Architecture,
): number {
  if (architecture === configuration.architecture) {
    return 1;
  }
  if (arm64Factor === undefined) {
    throw new NotComparableError(`not measured on ${architecture} (--arm64-factor)`);
  }
  return architecture === 'arm64' ? arm64Factor : 1 / arm64Factor;
}
