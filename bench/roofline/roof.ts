import type { Operations, Traffic } from '../../model-repository/work/count.ts';
import type { MachineLimits } from './machine-limits.ts';

/**
 * Seconds that the arithmetic takes at least, and the way to memory: a machine is never faster than the longer of the two
 * (Williams, Waterman and Patterson, "Roofline: An Insightful Visual Performance Model", 2009).
 */
export function roofOf(operations: Operations, traffic: Traffic, limits: MachineLimits) {
  return {
    computeSeconds: operations.float / limits.float + operations.integer / limits.integer,
    memorySeconds: (traffic.parameters + traffic.activations) / limits.bandwidth,
  };
}

/**
 * From how many requests in a batch on arithmetic takes longer than memory: weights are read once for all of them.
 * @param operations of one request
 * @returns null where it never does, because each request alone moves too much
 */
export function batchWithoutMemoryLimit(
  operations: Operations,
  traffic: Traffic,
  limits: MachineLimits,
): number | null {
  const { computeSeconds } = roofOf(operations, traffic, limits);
  const gained = computeSeconds - traffic.activations / limits.bandwidth;
  return gained <= 0 ? null : Math.max(1, Math.ceil(traffic.parameters / limits.bandwidth / gained));
}
