/** What members say of a text, and what is made of their votes. */
import type { Tensor } from '../../model/tensors.ts';
import { isDecided } from '../decided.ts';
import { topLabels } from '../labels.ts';
import type { RankedLabel, Vote } from '../pipeline.ts';
import type { TextOutput } from '../text/tensor-view.ts';
import type { TextClassificationManifest } from './manifest.ts';

type Scores = TextClassificationManifest['output']['scores'];

/** Probabilities in 16 bits may add up to one as badly as this. */
const TOLERANCE = 0.02;

/** @param given one row of scores; @returns one probability per label */
export function probabilitiesOf({ data }: Tensor & { datatype: 'FP32' }, scores: Scores): Float32Array {
  if (scores === 'probabilities') return data;
  if (scores === 'sigmoid') return data.map((score) => 1 / (1 + Math.exp(-score)));
  const greatest = Math.max(...data);
  const shares = data.map((score) => Math.exp(score - greatest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** @returns what is wrong with it; undefined where nothing is */
export function checkMemberOutput(
  memberOutput: Float32Array,
  labelCount: number,
  scores: Scores,
): string | undefined {
  if (memberOutput.length !== labelCount)
    return `gives ${memberOutput.length} scores for ${labelCount} labels`;
  const sum = memberOutput.reduce((total, value) => total + value, 0);
  // Written so that NaN is no probability either.
  const isWrong = !(scores === 'sigmoid' ? sum >= 0 : Math.abs(sum - 1) <= TOLERANCE);
  return isWrong || memberOutput.some((value) => value < 0 || value > 1 + TOLERANCE)
    ? `gives scores that add up to ${sum.toPrecision(3)}, which are no probabilities: say "output": {"scores": "softmax"} ` +
        'or "sigmoid" in ensemble.json'
    : undefined;
}

/**
 * The weighted mean of the votes on each text.
 *
 * @param isExclusive whether the probabilities of all labels add up to one, so that a lead can be too great to be lost
 */
export function combineVotes(
  votes: readonly Vote<readonly Float32Array[]>[],
  weightLeft: number,
  isExclusive: boolean,
): { readonly probabilities: number[][]; readonly decided: boolean } {
  const weights = votes.reduce((sum, { weight }) => sum + weight, 0);
  const sums = votes[0]!.memberOutput.map((first, text) => {
    const sum = new Float64Array(first.length);
    for (const { weight, memberOutput } of votes) {
      for (const [label, probability] of memberOutput[text]!.entries()) sum[label]! += weight * probability;
    }
    return sum;
  });
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

/** Six decimals: the first response and the cached one are equal, and short. */
function rounded(probability: number): number {
  if (!(probability >= 0)) throw new Error('a member gave something that is no probability');
  return Math.round(probability * 1e6) / 1e6;
}

export function bestOf(probabilities: ArrayLike<number>, labels: readonly string[]): RankedLabel {
  return topLabels(probabilities, labels, 1)[0] ?? { label: '', probability: 0 };
}

export interface TextClassification extends TextOutput {
  /** Of each text, the probability of each label, 0 to 1, in the order of the labels. They add up to 1, or are independent. */
  readonly probabilities: readonly (readonly number[])[];
}
