import { describe, expect, it } from 'vitest';
import { correlationInterval, rankCorrelation } from '../../../evaluation/embeddings/rank-correlation.ts';

describe('the rank correlation', () => {
  // By scipy.stats.spearmanr.
  it.each([
    [[1, 2, 3, 4], [10, 20, 30, 1000], 1],
    [[1, 2, 3, 4], [4, 3, 2, 1], -1],
    [[1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.820783],
  ])(
    'of %j and %j is that of their orders, equal values between their neighbours',
    (one, other, expected) => {
      expect(rankCorrelation(one, other)).toBeCloseTo(expected, 5);
    },
  );

  it('is the surer the more pairs there are', () => {
    const { low, high } = correlationInterval(0.8, 100);
    const wider = correlationInterval(0.8, 10);

    expect(low).toBeCloseTo(0.706, 2);
    expect(high).toBeCloseTo(0.867, 2);
    expect(wider.low).toBeLessThan(low);
  });
});
