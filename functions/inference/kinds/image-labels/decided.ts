/** When the members that were asked have settled the answer, whatever the others would say. */

/** Slack for sums of 32-bit probabilities, which add up to one only nearly. */
const ROUNDING = 1e-4;

/**
 * Whether no vote that is still out can change the answer.
 *
 * A member gives no label more than probability one and none less than zero. So a lead of more than the weight that is
 * left stays a lead, a label that reaches the threshold without that weight stays above it, and where even the best
 * label cannot reach the threshold with all of that weight, none will.
 *
 * @param sum weighted sum of the votes so far, one value per label
 * @param weightLeft weight of the members that were not asked
 * @param floor reject threshold times the weight of all members
 */
export function isDecided(sum: Float32Array, weightLeft: number, floor: number): boolean {
  let best = 0;
  let second = 0;
  for (const value of sum) {
    if (value > best) {
      second = best;
      best = value;
    } else if (value > second) second = value;
  }
  if (best + weightLeft < floor - ROUNDING) return true;
  return best - second > weightLeft + ROUNDING && best > floor + ROUNDING;
}
