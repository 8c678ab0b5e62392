/** What the votes so far make of one hypothesis, and how probable a sentence that is. */
import { type Outcome, outcomeAt, type Terms } from './outcome.ts';

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
 * @param start where the sums of its first place begin
 * @param width sums of each place
 * @param penalty for its rank
 */
export function readHypothesis(
  rank: number,
  counts: readonly number[],
  sums: Float64Array,
  { start, width, penalty, ...terms }: Terms & { start: number; width: number; penalty: number },
): Reading {
  let known = 0;
  let score = 0;
  let most = 0;
  let settled = true;
  const outcomes = counts.map((count, index) => {
    if (count < 2) return undefined;
    const outcome = outcomeAt(sums, start + index * width, count, terms);
    known += 1;
    score += logarithm(outcome.probability);
    most += logarithm(outcome.most);
    settled &&= outcome.settled;
    return outcome;
  });
  // Of a sentence without a known place nothing can be said, and so nothing speaks for it.
  const mean = (sum: number) => (known === 0 ? Number.NEGATIVE_INFINITY : sum / known - penalty);
  return { rank, outcomes, settled, score: mean(score), most: mean(most) };
}

function logarithm(probability: number): number {
  return Math.log(Math.max(probability, LEAST_PROBABILITY));
}
