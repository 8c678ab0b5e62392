import { type PriceBook, price } from '../prices/price-book.ts';
import type { Point } from './point.ts';

/** Until when arm64 would be cheaper at a memory size where nobody has measured it. */
export interface BreakEven {
  readonly memoryMegabytes: number;
  /** How much longer than x86_64 it may take, as a share. */
  readonly longer: number;
  /** The mean duration at which both cost the same. */
  readonly milliseconds: number;
}

const TIMED = ['duration', 'provisioned', 'provisioned-duration'] as const;

/**
 * A GB-second of arm64 costs less, and how long it takes nobody knows who has not measured it: for every point on
 * x86_64 without one on arm64 at the same memory, the duration at which the bills meet. Longer durations need more
 * environments in the same proportion, so that the ratio of the prices is the break-even, provisioned or not.
 * @throws MissingPriceError where a price of either has no citation
 */
export function breakEvens(points: readonly Point[], prices: PriceBook): BreakEven[] {
  const unmeasured = points.filter(
    ({ architecture, memoryMegabytes }) =>
      architecture === 'x86_64' &&
      !points.some((other) => other.architecture === 'arm64' && other.memoryMegabytes === memoryMegabytes),
  );
  if (unmeasured.length === 0) {
    return [];
  }
  const first = (name: (typeof TIMED)[number], architecture: Point['architecture']) =>
    price(prices, `lambda.${name}.${architecture}`).tiers[0]!.value;
  const ratio = Math.min(...TIMED.map((name) => first(name, 'x86_64') / first(name, 'arm64')));
  return unmeasured.map(({ memoryMegabytes, fresh }) => ({
    memoryMegabytes,
    longer: ratio - 1,
    milliseconds: fresh.mean * ratio,
  }));
}
