/** z of the standard normal distribution for the confidence that a verdict asks: wrong once in 2,000 times. */
const CONFIDENT_Z = 3.2905;
const DOUBT = 0.0005;

/**
 * The t of Student's distribution that is exceeded once in 2,000 times, for 7 or more degrees of freedom
 * (expansion by Peizer and Pratt, Abramowitz and Stegun 26.7.5; within 1 % of the tables).
 */
export function studentT(freedom: number): number {
  const z = CONFIDENT_Z;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z);
}

/** What was never seen in n questions has, at this confidence, at most this share of n (the rule of three, for 1/2000). */
export const NEVER_SEEN = -Math.log(DOUBT);

/** How many questions without a late one prove a late share. */
export function fewestQuestions(lateShare: number): number {
  return Math.ceil(NEVER_SEEN / lateShare);
}

export interface Estimate {
  readonly mean: number;
  /** Half the width of the confidence interval. */
  readonly margin: number;
}

/**
 * The mean of batches with its confidence interval (batch means, Law and Kelton, chapter 9). Where neighbours are
 * alike the interval is as much wider as for a first-order autoregression: √((1 + ρ) / (1 − ρ)).
 */
export function estimate(batches: readonly number[]): Estimate {
  const count = batches.length;
  const mean = batches.reduce((sum, value) => sum + value, 0) / count;
  const squares = batches.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const products = batches
    .slice(1)
    .reduce((sum, value, index) => sum + (value - mean) * ((batches[index] as number) - mean), 0);
  const likeness = squares > 0 ? Math.min(0.9, Math.max(0, products / squares)) : 0;
  const deviation = Math.sqrt((squares / (count - 1) / count) * ((1 + likeness) / (1 - likeness)));
  return { mean, margin: studentT(count - 1) * deviation };
}
