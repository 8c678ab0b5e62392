import { mean, studentTail } from '../../verdict/statistics.ts';

/** What the differences between two runs, part by part, say of the difference between what they ran on. */
export interface PairedTest {
  /** Probability that chance alone moves the mean as far above zero as it was seen, or further. */
  readonly chance: number;
  /** Standard error of the mean. */
  readonly error: number;
  /** Degrees of freedom of Student's distribution. */
  readonly freedom: number;
}

/**
 * The one-sided paired t-test over the parts of two runs (Law and Kelton, "Simulation Modeling and Analysis", section
 * 10.2.1). Where both runs come from one service, a difference and its opposite are equally likely, whatever the
 * distribution, and what both do alike as they go on, such as warming up, is in none of them.
 *
 * Neighbouring parts have slow moments in common, so there is less in them than in as many independent ones. They
 * count as n (1 − r) / (1 + r) values, where r is what a difference keeps of the one before it (Zwiers and von Storch,
 * "Taking Serial Correlation into Account in Tests of the Mean", 1995).
 * @param differences in the order of time, more than three
 */
export function pairedTest(differences: readonly number[]): PairedTest {
  const middle = mean(differences);
  const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const kept = keptOfTheOneBefore(differences, middle, squares);
  const effective = Math.max(2, (differences.length * (1 - kept)) / (1 + kept));
  const error = Math.sqrt(squares / (differences.length - 1) / effective);
  const freedom = effective - 1;
  // Rounding alone makes differences that are all the same differ.
  const isExact = error <= 1e-9 * Math.abs(middle) || error === 0;
  const chance = isExact ? Number(middle <= 0) : studentTail(middle / error, freedom);
  return { chance, error, freedom };
}

/**
 * What a value keeps of the one before it, from 0 to 1, by that one and by the one before that: what lasts for long shows
 * in the second more than the first would have it.
 */
function keptOfTheOneBefore(values: readonly number[], middle: number, squares: number): number {
  if (squares === 0) return 0;
  const fromMiddle = values.map((value) => value - middle);
  const first = autocorrelation(fromMiddle, 1, squares);
  if (first <= 0) return 0;
  const second = autocorrelation(fromMiddle, 2, squares);
  return Math.min(1, Math.max(first, Math.sqrt(Math.max(0, second))));
}

/**
 * Short series show less of it than there is, about a part of 1 + 3r or more, which is given back (Marriott and Pope,
 * "Bias in the Estimation of Autocorrelations", 1954).
 */
function autocorrelation(fromMiddle: readonly number[], lag: number, squares: number): number {
  const count = fromMiddle.length;
  const products = fromMiddle.slice(lag).map((value, index) => value * (fromMiddle[index] as number));
  const seen = products.reduce((sum, product) => sum + product, 0) / squares;
  return (count * seen + 1) / (count - 3);
}
