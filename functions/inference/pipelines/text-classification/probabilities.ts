/**
 * Turns the members' outputs for texts into probabilities, and combines their votes. In zero-shot classification, a probability
 * says how well one of the request's own labels follows from a text, according to a model of entailment.
 */
import type { RankedLabel, Vote } from '../pipeline.ts';
import { topLabels } from '../shared/labels.ts';
import { addVotes, isDecided, rounded, softmax, weightOf } from '../shared/votes.ts';
import type { TextOutput } from '../text/tensor-view.ts';

/** `softmax`: one label is right. `sigmoid`: any number of labels are right. `probabilities`: the graph returns probabilities. */
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
  /** Labels of the request, if it has any; `probabilities` then has a single list. @default the model's labels */
  readonly candidates?: Candidates;
  /** For each text, the probability of each label, 0 to 1, in the order of the labels. They add up to 1, or are independent. */
  readonly probabilities: readonly (readonly number[])[];
}

/** Labels that a request brings. The request has one pair of texts for each label. */
export interface Candidates {
  readonly labels: readonly string[];
  /** Whether any number of the labels may be right, independently. */
  readonly multiLabel: boolean;
}

/**
 * Shares of the candidates as in `ZeroShotClassificationPipeline` of Hugging Face's Transformers: a softmax of entailment over
 * all candidates. For independent candidates, or a single one, each share is a softmax of its entailment and contradiction.
 * @param logits of each candidate's hypothesis, one per label of the model
 * @param entailment index of the label for entailment among the model's labels; contradiction is the first label, or
 * the last one if entailment is the first
 */
export function candidateShares(
  logits: readonly Float32Array[],
  entailment: number,
  multiLabel: boolean,
): Float32Array {
  const entailed = logits.map((row) => row[entailment]!);
  if (!multiLabel && logits.length > 1) return softmax(Float32Array.from(entailed));
  const contradicted = (row: Float32Array) => (entailment === 0 ? row.at(-1)! : row[0]!);
  return Float32Array.from(logits, (row, index) => {
    const [share] = softmax(Float32Array.of(entailed[index]!, contradicted(row)));
    return share!;
  });
}
