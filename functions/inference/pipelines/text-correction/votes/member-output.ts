/** What a member says: a probability for every candidate of every place. */
import { ModelError } from '../../../model/model-error.ts';
import type { Tensor, Tensors } from '../../../model/tensors.ts';
import type { Batch } from '../input/batch.ts';

/** FP32 [rows, length, width] of the batch that the member ran on. */
export type MemberOutput = Tensor & { readonly datatype: 'FP32' };

/** Name of the output that has them. */
export const OUTPUT = 'probabilities';

/** Probabilities of quantised members may add up to one as badly as this. */
export const TOLERANCE = 0.02;

export function readMemberOutput(outputs: Tensors): MemberOutput {
  return outputs[OUTPUT] as MemberOutput;
}

/** @throws {ModelError} where the output for `batch` is not one probability for each candidate */
export function checkMemberOutput(
  { shape, data }: MemberOutput,
  { rows, length, width }: Batch,
  file: string,
): void {
  const wanted = [rows.length, length, width];
  if (shape.join() !== wanted.join()) {
    throw new ModelError(
      `${file} gives probabilities [${shape.join(', ')}] instead of [${wanted.join(', ')}]`,
    );
  }
  for (let start = 0; start < data.length; start += width) {
    const place = data.subarray(start, start + width);
    const sum = place.reduce((total, probability) => total + probability, 0);
    // Written so that NaN is no probability either.
    if (Math.abs(sum - 1) <= TOLERANCE && place.every((probability) => probability >= 0)) continue;
    throw new ModelError(
      `${file} gives values that add up to ${sum.toPrecision(3)} at a place, which are no probabilities: ` +
        'the graph must end in a softmax over the candidates',
    );
  }
}
