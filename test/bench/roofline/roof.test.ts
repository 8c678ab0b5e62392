import { describe, expect, it } from 'vitest';
import { repeated } from '../../../bench/roofline/measure.ts';
import { batchWithoutMemoryLimit, roofOf } from '../../../bench/roofline/roof.ts';

const limits = { float: 1000, integer: 4000, bandwidth: 100 };
const operations = { float: 2000, integer: 4000, uncounted: [] };

describe('the roof over a member', () => {
  it('is how long arithmetic takes, of either kind, and how long memory', () => {
    expect(roofOf(operations, { parameters: 500, activations: 100 }, limits)).toEqual({
      computeSeconds: 3,
      memorySeconds: 6,
    });
  });

  it('is that of memory until enough requests share the weights', () => {
    const batch = (parameters: number, activations: number) =>
      batchWithoutMemoryLimit(operations, { parameters, activations }, limits);

    // A request is 3 s of arithmetic and 1 s of its own way to memory: 10 s of weights are worth it from five on.
    expect(batch(1000, 100)).toBe(5);
    expect(batch(100, 100)).toBe(1);
    expect(batch(1000, 400)).toBeNull();
  });
});

describe('a batch', () => {
  it('is the same request, as often as wanted', () => {
    const feeds = { pixels: { datatype: 'UINT8', shape: [1, 2], data: Uint8Array.of(7, 9) } } as const;

    expect(repeated(feeds, 3)).toEqual({
      pixels: { datatype: 'UINT8', shape: [3, 2], data: Uint8Array.of(7, 9, 7, 9, 7, 9) },
    });
  });
});
