import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binomialCdf,
  minimumSamples,
  promiseConfidence,
  quantile,
  quantileUpperBound,
  wilsonInterval,
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

  it('needs 459 answers in time to be 99 % sure of p99, as MLPerf does', () => {
    expect(minimumSamples(0.99, 0.99)).toBe(459);
    expect(promiseConfidence(459, 0, 0.99)).toBeGreaterThanOrEqual(0.99);
    expect(promiseConfidence(458, 0, 0.99)).toBeLessThan(0.99);
  });

  it('is less sure with every late answer', () => {
    const confidences = [0, 1, 5, 10].map((late) => promiseConfidence(1000, late, 0.99));

    expect(confidences).toEqual(confidences.toSorted((first, second) => second - first));
    expect(confidences[3]).toBeLessThan(0.5);
  });

  it('is sure of nothing without samples', () => {
    expect(promiseConfidence(0, 0, 0.99)).toBe(0);
  });

  it('bounds p99 by the largest of 459 samples, and by none of 458', () => {
    const samples = Array.from({ length: 459 }, (_, index) => index);

    expect(quantileUpperBound(samples, 0.99, 0.99)).toBe(458);
    expect(quantileUpperBound(samples.slice(1), 0.99, 0.99)).toBe(Number.POSITIVE_INFINITY);
  });

  it('gives the interval of a share that Wilson published', () => {
    const { low, high } = wilsonInterval(90, 100);

    expect(low).toBeCloseTo(0.8256, 4);
    expect(high).toBeCloseTo(0.9448, 4);
  });
});
