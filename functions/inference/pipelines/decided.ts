/** When the members that have run settle the response, whatever the others would vote. */

/** Slack for sums of 32-bit probabilities, which add up to one only nearly. */
const ROUNDING = 1e-4;

/**
 * Whether no vote that is still out can change the response.
 *
 * A member gives all labels together no more than one, and none less than zero. So a lead of more than the weight that
 * is left stays a lead, labels that reach the threshold together without that weight stay above it, and where even the
 * best of them cannot reach it together with all of that weight, none will.
 *
 * @param leaders the greatest weighted sums of the votes so far, best first, two or more where there are as many labels
 * @param weightLeft weight of the members that have not run
 * @param floor reject threshold times the weight of all members
 * @param together how many of the leaders have to reach it together
 */
export function isDecided(
  leaders: readonly number[],
  weightLeft: number,
  floor: number,
  together: number,
): boolean {
  const reached = totalOf(leaders, together);
  if (reached + weightLeft < floor - ROUNDING) return true;
  const [best = 0, second = 0] = leaders;
  return best - second > weightLeft + ROUNDING && reached > floor + ROUNDING;
}

export function totalOf(numbers: readonly number[], count: number): number {
  let total = 0;
  for (const number of numbers.slice(0, count)) total += number;
  return total;
}
