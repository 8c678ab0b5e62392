/** What a member says of a picture: one probability per label. */
import { ModelError } from '../../model/model-error.ts';
import { halvesOf, type Tensor } from '../../model/tensors.ts';
import type { MemberFormat } from './member-format.ts';

/** Probabilities in 16 bits may add up to one as badly as this. */
const TOLERANCE = 0.02;

/** @returns one probability per label, in the order of the labels */
export function readMemberOutput({ datatype, data }: Tensor, { scores }: MemberFormat): Float32Array {
  const values =
    datatype === 'FP16'
      ? Float32Array.from(halvesOf(data))
      : datatype === 'FP32'
        ? data
        : Float32Array.from(data as Float64Array);
  return scores === 'logits' ? softmax(values) : values;
}

/** @throws {ModelError} where a member does not give what `ensemble.json` says */
export function checkMemberOutput(memberOutput: Float32Array, labelCount: number, file: string): void {
  const sum = memberOutput.reduce((total, value) => total + value, 0);
  if (memberOutput.length !== labelCount) {
    throw new ModelError(`${file} gives ${memberOutput.length} scores for ${labelCount} labels`);
  }
  // Written so that NaN is no probability either.
  if (!(Math.abs(sum - 1) <= TOLERANCE) || memberOutput.some((value) => value < 0 || value > 1 + TOLERANCE)) {
    throw new ModelError(
      `${file} gives scores that add up to ${sum.toPrecision(3)}, which are no probabilities: if they are logits, ` +
        'say "output": {"scores": "logits"} in ensemble.json',
    );
  }
}

function softmax(logits: Float32Array): Float32Array {
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
