/** Distributions and rank statistics behind the checks of arrivals and of trends. */

/** P(Z ≤ z) of the normal distribution: Abramowitz and Stegun 26.2.17, to 7.5e-8. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  return z >= 0 ? 1 - tail : tail;
}

/** P(X ≤ value) of the chi-squared distribution, by Wilson and Hilferty's cube root. */
export function chiSquaredCdf(value: number, degrees: number): number {
  const spread = 2 / (9 * degrees);
  return normalCdf((Math.cbrt(value / degrees) - (1 - spread)) / Math.sqrt(spread));
}

/**
 * Mann and Kendall's test against an upward trend: the probability that values in a random order rise as much as these do.
 * Ties lower the variance a little, which is left out: that errs towards no trend.
 */
export function risingByChance(values: readonly number[]): number {
  const n = values.length;
  let score = 0;
  for (let later = 1; later < n; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      score += Math.sign((values[later] as number) - (values[earlier] as number));
    }
  }
  const deviation = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  return score > 0 ? 1 - normalCdf((score - 1) / deviation) : 1;
}

/** Theil and Sen's slope: the median of the slopes between all pairs of equidistant values. */
export function slope(values: readonly number[]): number {
  const slopes: number[] = [];
  for (let later = 1; later < values.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      slopes.push(((values[later] as number) - (values[earlier] as number)) / (later - earlier));
    }
  }
  slopes.sort((first, second) => first - second);
  return slopes[slopes.length >> 1] ?? 0;
}
