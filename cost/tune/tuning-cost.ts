import { charge, type PriceBook } from '../prices/price-book.ts';
import type { Architecture } from '../workload/workload.ts';

/** Lambda lets an INIT phase take so long, in seconds (Lambda, "Execution environment lifecycle"). */
const LONGEST_INIT = 10;

/**
 * Dollars that the tuning itself costs at most: every invocation as long as the function may run, and a cold start at
 * each memory size. What the questions cost beyond Lambda, a table write and a log line each, is far below.
 * @param timeout seconds after which Lambda ends the function
 * @throws MissingPriceError where a price has no citation
 */
export function highestTuningCost(
  memorySizes: readonly number[],
  invocations: number,
  timeout: number,
  architecture: Architecture,
  prices: PriceBook,
): number {
  const seconds = invocations * timeout + LONGEST_INIT;
  const gigabyteSeconds = memorySizes.reduce((sum, megabytes) => sum + (megabytes / 1024) * seconds, 0);
  return (
    charge(prices, `lambda.duration.${architecture}`, gigabyteSeconds) +
    charge(prices, `lambda.requests.${architecture}`, invocations * memorySizes.length)
  );
}
