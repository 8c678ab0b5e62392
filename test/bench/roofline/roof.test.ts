import { describe, expect, it } from 'vitest';
import { roofOf } from '../../../bench/roofline/machine-limits.ts';
import { repeated } from '../../../bench/roofline/measure.ts';

const limits = { float: 1000, integer: 4000, bandwidth: 100 };
const operations = { float: 2000, integer: 4000, uncounted: [] };

describe('the roof over a member', () => {
  it('is how long arithmetic takes, of either kind, and how long memory', () => {
    expect(roofOf(operations, { parameters: 500, activations: 100 }, limits)).toEqual({
      computeSeconds: 3,
      memorySeconds: 6,
    });
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
