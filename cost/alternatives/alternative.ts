import type { PlanInput } from '../plan/plan.ts';
import type { Verdict } from '../simulation/verdict.ts';

/** Inputs that all alternatives share. */
export interface Comparison extends PlanInput {
  /**
   * Requests per second that one vCPU of Managed Instances serves. If undefined, a vCPU serves one request after the
   * other, as on Lambda.
   */
  readonly throughput?: number | undefined;
}

/** A way to serve the load. `assess` finds the smallest number of environments or servers that meets the objective. */
export interface Alternative {
  readonly name: string;
  /** Prices this alternative for a load. @throws MissingPriceError, NotComparableError */
  assess(comparison: Comparison): Assessment;
}

export interface Assessment {
  readonly dollars: number;
  /** Number of environments, Fargate tasks or machines. */
  readonly count: number;
  readonly verdict: Verdict;
  /** Latency in milliseconds at the objective's quantile. */
  readonly latency: number;
  readonly remark: string;
}

/** An alternative that cannot be compared; the message says why. */
export class NotComparableError extends Error {
  override name = 'NotComparableError';
}
