import { ModelError } from '../../model/model-error.ts';
import type { Vote } from '../pipeline.ts';

/** Tolerance for sums of 32-bit probabilities, which are not exactly one. */
const ROUNDING = 1e-4;
/** Tolerance for probabilities in 16 bits, or of quantised members. */
export const TOLERANCE = 0.02;

/**
 * Whether no missing vote can change the label.
 *
 * A member's probabilities are between zero and one, and add up to at most one. So a lead of more than the remaining
 * weight is never lost. A sum of leaders that reaches the floor without the remaining weight stays above it, and a sum that
 * cannot reach the floor with all of that weight stays below.
 *
 * @param leaders the highest weighted sums of the votes so far, best first; at least two, or `together` if that is more
 * @param weightLeft weight of the members that have not run
 * @param floor reject threshold times the weight of all members
 * @param together number of leaders whose sum must reach the floor
 */
export function isDecided(
  leaders: readonly number[],
  weightLeft: number,
  floor: number,
  together: number,
): boolean {
  const reached = totalOf(leaders.slice(0, together));
  if (reached + weightLeft < floor - ROUNDING) return true;
  const [best = 0, second = 0] = leaders;
  return best - second > weightLeft + ROUNDING && reached > floor + ROUNDING;
}

export function totalOf(numbers: readonly number[] | Float32Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

export function weightOf(votes: readonly Vote<unknown>[]): number {
  return votes.reduce((sum, { weight }) => sum + weight, 0);
}

/** Rounds a probability, so that responses and their cached copies are short. @throws {Error} if it is negative or NaN */
export function rounded(probability: number, decimals = 6): number {
  if (!(probability >= 0)) throw new Error('a member returned a number that is not a probability');
  return Math.round(probability * 10 ** decimals) / 10 ** decimals;
}

export function softmax(logits: Float32Array): Float32Array {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > greatest) greatest = logit;
  const probabilities = new Float32Array(logits.length);
  let sum = 0;
  for (let label = 0; label < logits.length; label++) {
    const share = Math.exp(logits[label]! - greatest);
    probabilities[label] = share;
    sum += share;
  }
  for (let label = 0; label < logits.length; label++) probabilities[label]! /= sum;
  return probabilities;
}

/** Adds the members' values to `sums`, each times the weight of its member. */
export function addVotes<Sums extends Float32Array | Float64Array, MemberOutput>(
  sums: Sums,
  votes: readonly Vote<MemberOutput>[],
  valuesOf: (memberOutput: MemberOutput) => Float32Array | Float64Array,
): Sums {
  for (const { name, weight, memberOutput } of votes) {
    const values = valuesOf(memberOutput);
    if (values.length !== sums.length) {
      throw new Error(`${name} returned ${values.length} values instead of ${sums.length}`);
    }
    for (let index = 0; index < sums.length; index++) sums[index]! += weight * values[index]!;
  }
  return sums;
}

/** The weighted mean of the members' values for each text or picture. */
export function meansOf(votes: readonly Vote<readonly Float32Array[]>[]): Float64Array[] {
  const weights = weightOf(votes);
  return votes[0]!.memberOutput.map(({ length }, index) =>
    addVotes(new Float64Array(length), votes, (values) => values[index]!).map((sum) => sum / weights),
  );
}

/**
 * Checks a member's output for the blank request.
 * @param count expected number of probabilities
 * @param isExclusive whether they add up to one
 * @throws {ModelError} if there are more or fewer, or if they are no probabilities
 */
export function requireProbabilities(
  values: Float32Array,
  count: number,
  isExclusive: boolean,
  file: string,
  remedy: string,
): void {
  if (values.length !== count) {
    throw new ModelError(`${file} gives ${values.length} scores for ${count} labels`);
  }
  const sum = totalOf(values);
  // Comparisons with NaN are false, so NaN is refused.
  const addsUp = !isExclusive || Math.abs(sum - 1) <= TOLERANCE;
  if (addsUp && values.every((value) => value >= 0 && value <= 1 + TOLERANCE)) return;
  throw new ModelError(
    `${file} gives scores that are not probabilities: ${remedy}; the scores add up to ${sum.toPrecision(3)}`,
  );
}

/** The members in the explanation of a response, each with the shown part of its vote. */
export function explainedMembers<MemberOutput>(
  votes: readonly Vote<MemberOutput>[],
  shown: (memberOutput: MemberOutput) => object = () => ({}),
) {
  return votes.map(({ name, weight, milliseconds, memberOutput }) => ({
    name,
    weight,
    milliseconds,
    ...shown(memberOutput),
  }));
}
