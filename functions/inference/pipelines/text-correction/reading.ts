/** What the votes so far make of one hypothesis, and how probable a sentence that is. */
import { TOLERANCE } from '../votes.ts';

/** Less counts as this much: one place that no member believes in must not outweigh all others for ever. */
const LEAST_PROBABILITY = 1e-9;

/** A hypothesis with its own corrections. */
export interface Reading {
  /** Its place in the list, from 0. */
  readonly rank: number;
  /** By place; undefined where nothing else could stand. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Whether no vote that is still out could change its text. */
  readonly settled: boolean;
  /** Mean logarithm of the probability of what stands at each place, less what the rank costs. */
  readonly score: number;
  /** The score once all have voted: at most this. */
  readonly most: number;
}

/**
 * @param counts how many candidates each place has
 * @param sums weighted sums of the votes, so many for each place
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
  // Of a sentence without a known place nothing can be said, and so nothing speaks for it.
  const penalty = terms.rankPenalty * rank;
  const mean = (sum: number) => (known === 0 ? Number.NEGATIVE_INFINITY : sum / known - penalty);
  return { rank, outcomes, settled, score: mean(score), most: mean(most) };
}

function logarithm(probability: number): number {
  return Math.log(Math.max(probability, LEAST_PROBABILITY));
}

/** Slack for sums of 32-bit probabilities, which add up to one only nearly; a share of the weight of all members. */
const ROUNDING = 1e-4;

/** Weights, and the condition of a change. */
interface Terms {
  /** Weight of the members that have run. */
  readonly voted: number;
  /** Weight of those that have not. */
  readonly left: number;
  /** Mean probability, 0 to 1, from which a place is changed. */
  readonly threshold: number;
}

interface Outcome {
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
