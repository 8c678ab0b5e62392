/** Order statistics, distributions and tests behind verdicts, baselines and sweeps. */

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

/**
 * Confidence that fewer than a share `quantile` of all responses are in time: the probability that a service which just keeps
 * the promise would have shown fewer late ones (the same test from the other side).
 */
export function breachConfidence(samples: number, late: number, quantile: number): number {
  return binomialCdf(late - 1, samples, 1 - quantile);
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

const STEPS = 1000;

/**
 * P(T > t) of Student's distribution. With t = √f tan(a) its density is that of cos(a)^(f − 1), which Simpson's rule
 * integrates.
 * @param freedom degrees of freedom, 1 or more, whole or not
 */
export function studentTail(t: number, freedom: number): number {
  const density = (angle: number) => Math.cos(angle) ** (freedom - 1);
  const upper = (from: number) => simpson(density, from, Math.PI / 2);
  const beyond = upper(Math.atan(Math.abs(t) / Math.sqrt(freedom))) / (2 * upper(0));
  return t > 0 ? beyond : 1 - beyond;
}

function simpson(of: (x: number) => number, from: number, to: number): number {
  const width = (to - from) / STEPS;
  let sum = of(from) + of(to);
  for (let step = 1; step < STEPS; step++) sum += (step % 2 === 0 ? 2 : 4) * of(from + step * width);
  return (sum * width) / 3;
}

/** The t that is exceeded with this chance, up to a thousand. */
export function studentQuantile(chance: number, freedom: number): number {
  let [low, high] = [0, 1000];
  while (high - low > 1e-4 * high) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > chance) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * How much larger the first of each pair is, by a one-sided paired t-test over the logarithms of the ratios.
 * @param chance beside each end of the interval
 * @returns the geometric mean of the ratios, with its interval
 */
export function pairedRatio(
  pairs: readonly (readonly [number, number])[],
  chance: number,
): { ratio: number; interval: readonly [low: number, high: number] } {
  const logarithms = pairs.map(([one, other]) => Math.log(one / other));
  const middle = mean(logarithms);
  const squares = logarithms.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const freedom = pairs.length - 1;
  const margin = studentQuantile(chance, freedom) * Math.sqrt(squares / freedom / pairs.length);
  return { ratio: Math.exp(middle), interval: [Math.exp(middle - margin), Math.exp(middle + margin)] };
}
