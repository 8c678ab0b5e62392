/** Corrects one hypothesis by the votes so far, and scores the sentence. */
import { TOLERANCE } from '../shared/votes.ts';

/** Lower probabilities count as this much, so that one character in which no member believes does not outweigh all others. */
const LEAST_PROBABILITY = 1e-9;

/** A hypothesis with its own corrections. */
export interface Reading {
  /** Index of the hypothesis in the list, from 0. */
  readonly rank: number;
  /** Outcomes by position; undefined at a position with only one candidate. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Whether the remaining votes cannot change the text. */
  readonly settled: boolean;
  /** Mean log probability of the chosen candidates at positions with several candidates, less the penalty of the rank. */
  readonly score: number;
  /** Upper bound of the score after all votes. */
  readonly most: number;
}

/**
 * @param counts number of candidates at each position
 * @param sums weighted sums of the votes for the candidates of each position
 */
export function readHypothesis(
  rank: number,
  counts: readonly number[],
  sums: Float64Array,
  width: number,
  terms: Terms & { readonly rankPenalty: number },
): Reading {
  let known = 0;
  let score = 0;
  let most = 0;
  let settled = true;
  const outcomes = counts.map((count, index) => {
    if (count < 2) return undefined;
    const outcome = outcomeAt(sums, index * width, count, terms);
    known += 1;
    score += logarithm(outcome.probability);
    most += logarithm(outcome.most);
    settled &&= outcome.settled;
    return outcome;
  });
  // If no position has several candidates, nothing supports the sentence, so it gets the lowest score.
  const penalty = terms.rankPenalty * rank;
  const mean = (sum: number) => (known === 0 ? Number.NEGATIVE_INFINITY : sum / known - penalty);
  return { rank, outcomes, settled, score: mean(score), most: mean(most) };
}

function logarithm(probability: number): number {
  return Math.log(Math.max(probability, LEAST_PROBABILITY));
}

/** Tolerance for sums of 32-bit probabilities, which are not exactly one; a share of the weight of all members. */
const ROUNDING = 1e-4;

interface Terms {
  /** Weight of the members that have run. */
  readonly voted: number;
  /** Weight of the members that have not run. */
  readonly left: number;
  /** Lowest mean probability, 0 to 1, at which a candidate replaces the recognised character. */
  readonly threshold: number;
}

interface Outcome {
  /** Index of the chosen candidate; 0 is the recognised character. */
  readonly candidate: number;
  /** Mean probability of the chosen candidate over the members that have run. */
  readonly probability: number;
  /** Whether the remaining votes cannot change the candidate. */
  readonly settled: boolean;
  /** Upper bound of the mean probability after all votes, whichever candidate is chosen. */
  readonly most: number;
}

/**
 * Chooses another candidate than the recognised one if it is the most probable and reaches the threshold. A member gives a
 * candidate a probability between zero and one. So an alternative never catches up if the threshold, or the recognised
 * character, leads by more than the remaining weight. A chosen alternative stays chosen if it reaches the threshold without
 * the remaining weight, and leads by more than this weight.
 * @param sums weighted sums of the votes; those of this position are the `count` from `start` on
 */
function outcomeAt(
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
    throw new Error(
      'a member returned probabilities that do not add up to one, or a number that is not a probability',
    );
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
