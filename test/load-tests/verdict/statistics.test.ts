import { describe, expect, it } from 'vitest';
import {
  binomialCdf,
  pairedRatio,
  quantile,
  studentQuantile,
  studentTail,
} from '../../../load-tests/verdict/statistics.ts';

describe('the statistics of a verdict', () => {
  it('takes the nearest rank as a quantile', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  });

  it('sums binomial probabilities like a table does', () => {
    expect(binomialCdf(3, 10, 0.5)).toBeCloseTo(0.171875, 9);
    expect(binomialCdf(2, 20, 0.1)).toBeCloseTo(0.676927, 6);
  });

  it('stays exact where single terms are too small for floating point', () => {
    expect(binomialCdf(1000, 100_000, 0.01)).toBeCloseTo(0.508, 2);
  });
});

describe('paired tests', () => {
  it("has the tails of Student's tables", () => {
    // t that is exceeded with one in twenty, one in a hundred.
    expect(studentTail(6.314, 1)).toBeCloseTo(0.05, 4);
    expect(studentTail(1.812, 10)).toBeCloseTo(0.05, 4);
    expect(studentTail(2.764, 10)).toBeCloseTo(0.01, 4);
    expect(studentTail(-2.764, 10)).toBeCloseTo(0.99, 4);
    expect(studentQuantile(0.01, 10)).toBeCloseTo(2.764, 2);
  });

  it('give the geometric mean of ratios, and an interval that one round cannot narrow', () => {
    const { ratio, interval } = pairedRatio(
      [
        [110, 100],
        [121, 110],
        [132, 120],
      ],
      0.05,
    );

    expect(ratio).toBeCloseTo(1.1, 6);
    expect(interval[1] - interval[0]).toBeLessThan(1e-6);
    expect(
      pairedRatio(
        [
          [120, 100],
          [100, 100],
        ],
        0.05,
      ).interval[0],
    ).toBeLessThan(0.7);
  });
});
