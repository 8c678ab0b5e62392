import { expect, it } from 'vitest';
import { percentileName } from '../../../load-tests/verdict/objective.ts';
import {
  binomialCdf,
  pairedRatio,
  quantile,
  studentQuantile,
  studentTail,
} from '../../../load-tests/verdict/statistics.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

it('a quantile is the value at the nearest rank, and has its usual name', () => {
  expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  expect([0.5, 0.99, 0.999].map(percentileName)).toEqual(['p50', 'p99', 'p99.9']);
});

it.each([
  ['binomial probabilities', binomialCdf(3, 10, 0.5), 0.171875],
  ['binomial probabilities of rare outcomes', binomialCdf(2, 20, 0.1), 0.676927],
  // The first terms are too small for floating-point numbers.
  ['binomial probabilities of many trials', binomialCdf(1000, 100_000, 0.01), 0.5084],
  // Values of t that are exceeded with a probability of 5 %, 1 % or 99 %.
  ["Student's t of one degree of freedom", studentTail(6.314, 1), 0.05],
  ["Student's t", studentTail(1.812, 10), 0.05],
  ["Student's rarer t", studentTail(2.764, 10), 0.01],
  ["Student's t of the other tail", studentTail(-2.764, 10), 0.99],
  ["Student's quantile", studentQuantile(0.01, 10) / 1000, 0.002764],
])('%s are those of the tables', (_, found, expected) => {
  expect(found).toBeCloseTo(expected, 4);
});

it('pairs give the geometric mean of their ratios, and an interval that is wide if the ratios differ', () => {
  const rising = [100, 110, 120].map((rate) => [1.1 * rate, rate] as const);
  const falling = [120, 100].map((rate) => [rate, 100] as const);

  const [alike, differing] = [pairedRatio(rising, 0.05), pairedRatio(falling, 0.05)];

  expect(alike.ratio).toBeCloseTo(1.1, 6);
  expect(alike.interval[1] - alike.interval[0]).toBeLessThan(1e-6);
  expect(differing.interval[0]).toBeLessThan(0.7);
});
