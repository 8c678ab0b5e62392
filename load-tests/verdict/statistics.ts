/** The value below or at which a share `quantile` of the sorted values lies (nearest rank); NaN of none. */
export function quantile(sorted: readonly number[], quantile: number): number {
  const rank = Math.max(1, Math.ceil(quantile * sorted.length - 1e-9));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Arithmetic mean; NaN of none. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** P(X ≤ successes) of a binomial distribution, by summing its terms from logarithms: of the rarer outcome, which has fewer. */
export function binomialCdf(successes: number, trials: number, probability: number): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  if (probability > 0.5) return 1 - binomialCdf(trials - successes - 1, trials, 1 - probability);
  const logOdds = Math.log(probability) - Math.log1p(-probability);
  let logTerm = trials * Math.log1p(-probability);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= successes; k++) {
    logTerm += Math.log((trials - k + 1) / k) + logOdds;
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

/**
 * Confidence that at least a share `quantile` of all answers is in time, when `late` of `samples` were
 * not: the probability that a service which just breaks the promise would have shown more late answers
 * (one-sided exact binomial test).
 */
export function promiseConfidence(samples: number, late: number, quantile: number): number {
  return samples === 0 ? 0 : 1 - binomialCdf(late, samples, 1 - quantile);
}

/** Fewest samples, none of them late, that prove a quantile with this confidence: 459 for 0.99 at 0.99. */
export function minimumSamples(quantile: number, confidence: number): number {
  return Math.ceil(Math.log1p(-confidence) / Math.log(quantile));
}

/**
 * Upper bound of a quantile of the distribution behind the samples: the smallest order statistic that is
 * above it with this confidence, whatever the distribution. Infinity when the samples are too few.
 */
export function quantileUpperBound(sorted: readonly number[], quantile: number, confidence: number): number {
  let low = 1;
  let high = sorted.length + 1;
  while (low < high) {
    const rank = (low + high) >> 1;
    if (binomialCdf(rank - 1, sorted.length, quantile) >= confidence) high = rank;
    else low = rank + 1;
  }
  return sorted[low - 1] ?? Number.POSITIVE_INFINITY;
}

/** Wilson's 95 % interval of a share. */
export function wilsonInterval(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const z = 1.959964;
  const share = successes / trials;
  const denominator = 1 + z ** 2 / trials;
  const centre = share + z ** 2 / (2 * trials);
  const margin = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return {
    low: Math.max(0, (centre - margin) / denominator),
    high: Math.min(1, (centre + margin) / denominator),
  };
}
