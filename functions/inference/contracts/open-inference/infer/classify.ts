/** The greatest scores of an output instead of all of them: Triton's classification extension. */
import { halvesOf, quote, type Tensor } from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';

/** As many decimals as Triton writes. */
const DECIMALS = 6;

/**
 * The best `count` classes of each row, best first: BYTES [..., count] with elements `score:index`, or `score:index:label`. Scores lie
 * along the last dimension.
 *
 * @param labels of the classes, where there are as many
 * @throws {Problem} `invalid-request` for an output without scores
 */
export function classify(
  name: string,
  tensor: Tensor,
  count: number,
  labels: readonly string[] | undefined,
): Tensor {
  const { datatype, shape } = tensor;
  if (datatype === 'BYTES' || datatype === 'BOOL') {
    throw new Problem(
      'invalid-request',
      `The output ${quote(name)} is ${datatype}, which has no classes: request "classification" of an output of numbers.`,
    );
  }
  const scores: ArrayLike<number | bigint> = datatype === 'FP16' ? halvesOf(tensor.data) : tensor.data;
  const width = shape.at(-1) ?? 1;
  const kept = Math.min(count, width);
  const named = labels?.length === width ? labels : undefined;
  const data: Buffer[] = [];
  for (let row = 0; row < scores.length; row += width) {
    const best = Array.from({ length: width }, (_, index) => index)
      .sort((one, other) => Number(scores[row + other]!) - Number(scores[row + one]!))
      .slice(0, kept);
    for (const index of best) {
      const score = scores[row + index]!;
      const written = datatype.startsWith('FP') ? Number(score).toFixed(DECIMALS) : String(score);
      const label = named?.[index];
      data.push(Buffer.from(label === undefined ? `${written}:${index}` : `${written}:${index}:${label}`));
    }
  }
  return { datatype: 'BYTES', shape: [...shape.slice(0, -1), kept], data };
}
