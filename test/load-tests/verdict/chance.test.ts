import { describe, expect, it } from 'vitest';
import { chiSquaredCdf, normalCdf, risingByChance, slope } from '../../../load-tests/verdict/chance.ts';

describe('the statistics of arrivals and trends', () => {
  it.each([
    [0, 0.5],
    [1.959964, 0.975],
    [-2.326348, 0.01],
  ])('has the normal distribution of a table: %f', (z, probability) => {
    expect(normalCdf(z)).toBeCloseTo(probability, 6);
  });

  it.each([
    [10, 18.307, 0.95],
    [30, 50.892, 0.99],
    [100, 67.328, 0.005],
  ])('has the chi-squared distribution of a table: %i degrees, %f', (degrees, value, probability) => {
    expect(chiSquaredCdf(value, degrees)).toBeCloseTo(probability, 3);
  });

  it('takes values in order for a trend, and others for chance', () => {
    expect(risingByChance([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBeLessThan(1e-5);
    expect(risingByChance([5, 1, 6, 2, 4, 3, 6, 1, 5, 2, 4, 3])).toBeGreaterThan(0.2);
    expect(risingByChance([3, 2, 1])).toBe(1);
  });

  it('is not led astray by one value', () => {
    expect(slope([1, 2, 3, 400, 5, 6, 7])).toBe(1);
    expect(slope([5, 5, 5, 5, 900])).toBe(0);
  });
});
