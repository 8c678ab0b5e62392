import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binomialCdf,
  minimumSamples,
  pairedRatio,
  promiseConfidence,
  quantile,
  studentQuantile,
  studentTail,
} from '../../../load-tests/verdict/statistics.ts';

describe('the statistics of a verdict', () => {
  it('takes the nearest rank as a quantile', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  });

  it('has no quantile of nothing', () => {
    expect(quantile([], 0.99)).toBeNaN();
  });

  it('sums binomial probabilities like a table does', () => {
    expect(binomialCdf(3, 10, 0.5)).toBeCloseTo(0.171875, 9);
    expect(binomialCdf(2, 20, 0.1)).toBeCloseTo(0.676927, 6);
  });

  it('stays exact where single terms are too small for floating point', () => {
    expect(binomialCdf(1000, 100_000, 0.01)).toBeCloseTo(0.508, 2);
  });

  it('grows with every success that is allowed', () => {
    const any = fc.tuple(
      fc.integer({ min: 1, max: 500 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
    );
    fc.assert(
      fc.property(any, ([trials, probability]) => {
        const sums = Array.from({ length: trials + 1 }, (_, k) => binomialCdf(k, trials, probability));
        return sums.every((sum, k) => sum <= 1 && (k === 0 || sum >= (sums[k - 1] as number)));
      }),
    );
  });

  it('needs 459 responses in time to be 99 % sure of p99, as MLPerf does', () => {
    expect(minimumSamples(0.99, 0.99)).toBe(459);
    expect(promiseConfidence(459, 0, 0.99)).toBeGreaterThanOrEqual(0.99);
    expect(promiseConfidence(458, 0, 0.99)).toBeLessThan(0.99);
  });

  it('is less sure with every late response', () => {
    const confidences = [0, 1, 5, 10].map((late) => promiseConfidence(1000, late, 0.99));

    expect(confidences).toEqual(confidences.toSorted((first, second) => second - first));
    expect(confidences[3]).toBeLessThan(0.5);
  });

  it('is sure of nothing without samples', () => {
    expect(promiseConfidence(0, 0, 0.99)).toBe(0);
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
