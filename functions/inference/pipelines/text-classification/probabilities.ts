/** Turns the members' outputs for texts into probabilities, and combines their votes. */

import type { RankedLabel, Vote } from '../pipeline.ts';
import { topLabels } from '../shared/labels.ts';
import { addVotes, isDecided, rounded, softmax, weightOf } from '../shared/votes.ts';
import type { TextOutput } from '../text/tensor-view.ts';
import type { Candidates } from './zero-shot.ts';

/**
 * `softmax`: one label is right. `sigmoid`: any number of labels are right, independently. `probabilities`: the graph returns
 * them.
 */
export const SCORES = ['softmax', 'sigmoid', 'probabilities'] as const;

/** @param given one row of scores; @returns one probability per label */
export function probabilitiesOf(given: Float32Array, scores: (typeof SCORES)[number]): Float32Array {
  if (scores === 'probabilities') return given;
  return scores === 'softmax' ? softmax(given) : given.map((score) => 1 / (1 + Math.exp(-score)));
}

/**
 * The weighted mean of the votes on each text.
 * @param isExclusive whether the probabilities of all labels add up to one, so that a lead can become too large to be lost
 */
export function combineVotes(
  votes: readonly Vote<readonly Float32Array[]>[],
  weightLeft: number,
  isExclusive: boolean,
): { readonly probabilities: number[][]; readonly decided: boolean } {
  const weights = weightOf(votes);
  const sums = votes[0]!.memberOutput.map(({ length }, text) =>
    addVotes(new Float64Array(length), votes, (probabilities) => probabilities[text]!),
  );
  const isSettled = (sum: Float64Array) =>
    isDecided(
      [...sum].sort((one, other) => other - one),
      weightLeft,
      0,
      1,
    );
  return {
    probabilities: sums.map((sum) => Array.from(sum, (total) => rounded(total / weights))),
    decided: weightLeft === 0 || (isExclusive && sums.every(isSettled)),
  };
}

export function bestOf(probabilities: ArrayLike<number>, labels: readonly string[]): RankedLabel {
  return topLabels(probabilities, labels, 1)[0] ?? { label: '', probability: 0 };
}

export interface TextClassification extends TextOutput {
  /** Labels of the request, for which `probabilities` then has one list. @default the model's labels */
  readonly candidates?: Candidates;
  /** For each text, the probability of each label, 0 to 1, in the order of the labels. They add up to 1, or are independent. */
  readonly probabilities: readonly (readonly number[])[];
}
