import { MissingPriceError } from '../errors.ts';
import { type PriceBook, price } from '../prices/prices.ts';
import { milliseconds } from '../report/format.ts';
import type { Architecture, Configuration, Durations } from '../workload/workload.ts';

const TIMED = ['duration', 'provisioned', 'provisioned-duration'] as const;

/**
 * For a plan on x86_64, a sentence with the duration up to which arm64 is cheaper, or with the missing price. A GB-second of
 * arm64 costs less, but the durations on arm64 are unknown until they are measured. Longer durations need more environments in
 * the same proportion, so the break-even is the smallest ratio of the prices, with or without provisioned concurrency.
 */
export function arm64Note({ architecture }: Configuration, fresh: Durations, prices: PriceBook): string[] {
  if (architecture === 'arm64') return [];
  const first = (name: (typeof TIMED)[number], of: Architecture) =>
    price(prices, `lambda.${name}.${of}`).tiers[0]!.value;
  try {
    const ratio = Math.min(...TIMED.map((name) => first(name, 'x86_64') / first(name, 'arm64')));
    return [
      `arm64 is not measured. It is cheaper if it is at most ${(100 * (ratio - 1)).toFixed(0)} % slower (${milliseconds(fresh.mean * ratio)} on average).`,
    ];
  } catch (error) {
    if (!(error instanceof MissingPriceError)) throw error;
    return [`Whether arm64 is cheaper cannot be said: ${error.message}`];
  }
}
