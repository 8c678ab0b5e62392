import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areStackable, padding, stack, unstack } from '../../../../functions/inference/ensemble/stack.ts';
import type { Tensors } from '../../../../functions/inference/model/tensors.ts';

/** A tensor of 1, 2, 3 … of this shape. */
function counting(shape: readonly number[]): Tensors[string] {
  const count = shape.reduce((product, size) => product * size, 1);
  return { datatype: 'FP32', shape, data: Float32Array.from({ length: count }, (_, index) => index + 1) };
}

describe('Requests stacked for one run', () => {
  it('lie one below the other, with zeros beside the smaller ones', () => {
    const stacked = stack([{ x: counting([1, 2]) }, { x: counting([2, 3]) }]);

    expect(stacked).toEqual({
      x: { datatype: 'FP32', shape: [3, 3], data: Float32Array.of(1, 2, 0, 1, 2, 3, 4, 5, 6) },
    });
  });

  it('give each back what is its own, whatever their number and sizes', () => {
    const size = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(size, size, size), { minLength: 1, maxLength: 5 }), (shapes) => {
        const requests = shapes.map((shape) => ({
          x: counting(shape),
          tokens: {
            datatype: 'INT64',
            shape,
            data: new BigInt64Array(shape[0] * shape[1] * shape[2]),
          } as const,
        }));

        const parts = unstack({ y: stack(requests).x! }, requests, 'x');

        expect(parts).toEqual(requests.map(({ x }) => ({ y: x })));
      }),
    );
  });

  it('of one size are told apart by their rows, whatever shape the outputs have', () => {
    const requests = [{ x: counting([1, 4]) }, { x: counting([2, 4]) }];

    const parts = unstack({ scores: counting([3, 2]) }, requests);

    expect(parts.map(({ scores }) => [...(scores!.data as Float32Array)])).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
  });

  it('give nothing back where an output has rows that are not theirs', () => {
    const requests = [{ x: counting([1, 4]) }, { x: counting([2, 4]) }];

    expect(() => unstack({ found: counting([4, 2]) }, requests)).toThrow(
      '"found" has 4 rows for 3 in the batch',
    );
  });

  it('are those of one datatype and number of dimensions, and of one size unless any will do', () => {
    const [small, large] = [{ x: counting([1, 2]) }, { x: counting([1, 3]) }];
    const text = { x: { datatype: 'BYTES', shape: [1, 2], data: [] } } as const;

    expect(areStackable(small, large, true)).toBe(true);
    expect(areStackable(small, large, false)).toBe(false);
    expect(areStackable(small, { x: counting([1, 2, 1]) }, true)).toBe(false);
    expect(areStackable(text, text, true)).toBe(false);
  });

  it('cost more by the zeros between them', () => {
    expect(padding([{ x: counting([1, 10]) }, { x: counting([1, 30]) }])).toBe(1.5);
  });
});
