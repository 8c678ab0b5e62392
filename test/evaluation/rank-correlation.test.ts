import { expect, it } from 'vitest';
import { correlationInterval, rankCorrelation } from '../../evaluation/embeddings.ts';

// Expected values are from scipy.stats.spearmanr.
it.each([
  [[1, 2, 3, 4], [10, 20, 30, 1000], 1],
  [[1, 2, 3, 4], [4, 3, 2, 1], -1],
  [[1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.820783],
])('the rank correlation of %j and %j is that of their orders', (one, other, expected) => {
  expect(rankCorrelation(one, other)).toBeCloseTo(expected, 5);
});

it('the interval of the rank correlation shrinks with more pairs', () => {
  const { low, high } = correlationInterval(0.8, 100);

  expect(low).toBeCloseTo(0.706, 2);
  expect(high).toBeCloseTo(0.867, 2);
  expect(correlationInterval(0.8, 10).low).toBeLessThan(low);
});
