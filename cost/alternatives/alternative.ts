import type { PlanInput } from '../plan/plan.ts';
import type { Verdict } from '../simulation/verdict.ts';

/** Inputs that all alternatives share. */
export interface Comparison extends PlanInput {
  /**
   * Measured requests per second of one vCPU of Managed Instances. If undefined, a request takes as much vCPU time as on
   * Lambda.
   */
  readonly throughput?: number | undefined;
}

/** A way to serve the load, such as Lambda or Fargate. */
export interface Alternative {
  readonly name: string;
  /** Finds and prices the environments or servers that meet the objective. @throws MissingPriceError, NotComparableError */
  assess(comparison: Comparison): Assessment;
}

export interface Assessment {
  readonly dollars: number;
  /** Number of environments, Fargate tasks, instances or machines that are kept running; 0 if everything runs on demand. */
  readonly count: number;
  readonly verdict: Verdict;
  /** Latency in milliseconds at the objective's quantile. */
  readonly latency: number;
  readonly remark: string;
}

/** An alternative cannot be compared. The message says why. */
export class NotComparableError extends Error {
  override name = 'NotComparableError';
}
