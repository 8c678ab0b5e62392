import { CostError } from './errors.ts';
import { exponential, type Random } from './random.ts';
import type { Durations } from './workload.ts';

/** Draws one service time in milliseconds. */
export type ServiceTime = (random: Random) => number;

export type Distribution = 'measured' | 'constant' | 'exponential';

/**
 * A service time with the given mean. `measured` follows the quantiles, straight lines between them, with the
 * fastest request placed so that the mean is met as nearly as the quantiles allow; without quantiles it
 * is constant.
 */
export function serviceTime(durations: Durations, distribution: Distribution): ServiceTime {
  const { mean, p50, p95, p99 } = durations;
  if (distribution === 'exponential') {
    return (random) => exponential(random, mean);
  }
  if (distribution === 'constant' || p50 === undefined || p95 === undefined || p99 === undefined) {
    return () => mean;
  }
  if (!(p50 <= p95 && p95 <= p99)) {
    throw new CostError(`The quantiles must not fall: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms.`);
  }
  const above = 0.45 * ((p50 + p95) / 2) + 0.04 * ((p95 + p99) / 2) + 0.01 * p99;
  const fastest = Math.min(p50, Math.max(0, 4 * (mean - above) - p50));
  return (random) => {
    const u = random();
    if (u < 0.5) {
      return fastest + (p50 - fastest) * (u / 0.5);
    }
    if (u < 0.95) {
      return p50 + (p95 - p50) * ((u - 0.5) / 0.45);
    }
    return u < 0.99 ? p95 + (p99 - p95) * ((u - 0.95) / 0.04) : p99;
  };
}
