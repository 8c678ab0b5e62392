/** What the votes so far make of one place. */
import { TOLERANCE } from './member-output.ts';

/** Slack for sums of 32-bit probabilities, which add up to one only nearly; a share of the weight of all members. */
const ROUNDING = 1e-4;

/** Weights, and the condition of a change. */
export interface Terms {
  /** Weight of the members that have run. */
  readonly voted: number;
  /** Weight of those that have not. */
  readonly left: number;
  /** Mean probability, 0 to 1, from which a place is changed. */
  readonly threshold: number;
}

export interface Outcome {
  /** What comes to stand there, by its place among the candidates: 0 is what was heard. */
  readonly candidate: number;
  /** Its mean probability by the members that have run. */
  readonly probability: number;
  /** Whether no vote that is still out could change that. */
  readonly settled: boolean;
  /** Its mean probability once all have voted, whatever comes to stand there: at most this. */
  readonly most: number;
}

/**
 * Changes a place where another candidate than what was heard is the most probable and reaches the threshold.
 *
 * A member gives no candidate more than probability one and none less than zero. So an alternative that misses the
 * threshold, or what was heard, by more than the weight that is left misses it for ever; and one that reaches the
 * threshold without that weight and leads by more than it stays.
 *
 * @param sums weighted sums of the votes; the place's are the `count` from `start` on
 */
export function outcomeAt(
  sums: Float64Array,
  start: number,
  count: number,
  { voted, left, threshold }: Terms,
): Outcome {
  const heard = sums[start]!;
  let total = heard;
  let best = 0;
  let first = 0;
  let second = heard;
  for (let candidate = 1; candidate < count; candidate++) {
    const sum = sums[start + candidate]!;
    total += sum;
    if (best === 0 || sum > first) {
      if (best > 0 && first > second) second = first;
      first = sum;
      best = candidate;
    } else if (sum > second) second = sum;
  }
  if (!(Math.abs(total / voted - 1) <= TOLERANCE)) {
    throw new Error('a member gave something that is no probability');
  }
  const all = voted + left;
  const slack = ROUNDING * all;
  const most = Math.min(1, (Math.max(heard, first) + left) / all);
  if (first > heard && first / voted >= threshold) {
    const settled = first > threshold * all + slack && first - second > left + slack;
    return { candidate: best, probability: first / voted, settled, most };
  }
  const settled = first + left < threshold * all - slack || first + left < heard - slack;
  return { candidate: 0, probability: heard / voted, settled, most };
}
