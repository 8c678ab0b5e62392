import type { Operations, Traffic } from '../../tasks/work/count.ts';
import type { MachineLimits } from './machine-limits.ts';

/** What limits a member: how long its arithmetic takes at least, and its way to memory. */
export interface Roof {
  readonly computeSeconds: number;
  readonly memorySeconds: number;
}

/**
 * The least time in which a machine can do this: whichever takes longer, arithmetic or memory (Williams, Waterman and
 * Patterson, "Roofline: An Insightful Visual Performance Model", 2009).
 */
export function roofOf(operations: Operations, traffic: Traffic, limits: MachineLimits): Roof {
  return {
    computeSeconds: operations.float / limits.float + operations.integer / limits.integer,
    memorySeconds: (traffic.parameters + traffic.activations) / limits.bandwidth,
  };
}

/**
 * From how many questions at once on arithmetic takes longer than memory: weights are read once for all of them.
 * @param operations of one question
 * @returns null where it never does, because each question alone moves too much
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
