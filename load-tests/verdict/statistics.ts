/** Order statistics, distributions and tests behind verdicts and sweeps. */

/** The value at or below which a share `quantile` of the sorted values lies (nearest rank); NaN without values. */
export function quantile(sorted: readonly number[], quantile: number): number {
  const rank = Math.max(1, Math.ceil(quantile * sorted.length - 1e-9));
  return sorted[rank - 1] ?? Number.NaN;
}

export function ascending(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}

/** Arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** P(X ≤ successes) of a binomial distribution: the sum of its terms, each computed from its logarithm. */
export function binomialCdf(successes: number, trials: number, probability: number): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  // Counts the rarer outcome instead, because its sum usually has fewer terms.
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
 * Confidence that at least a share `quantile` of all responses is in time, when `late` of `samples` were
 * not: the probability that a service which just misses the objective would have shown more late responses
 * (one-sided exact binomial test).
 */
export function objectiveConfidence(samples: number, late: number, quantile: number): number {
  return samples === 0 ? 0 : 1 - binomialCdf(late, samples, 1 - quantile);
}

/**
 * Confidence that fewer than a share `quantile` of all responses are in time: the probability that a service which just meets
 * the objective would have fewer than `late` late responses (the same test from the other side).
 */
export function breachConfidence(samples: number, late: number, quantile: number): number {
  return binomialCdf(late - 1, samples, 1 - quantile);
}

/** Fewest samples, none of them late, that prove a quantile with this confidence: 459 for 0.99 at 0.99. */
export function minimumSamples(quantile: number, confidence: number): number {
  return Math.ceil(Math.log1p(-confidence) / Math.log(quantile));
}

const STEPS = 1000;

/**
 * P(T > t) of Student's distribution with f degrees of freedom. With t = √f tan(a), the density of a is proportional
 * to cos(a)^(f − 1). Simpson's rule integrates this density.
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

/** The t that Student's distribution exceeds with this chance; at most 1000. */
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
 * Geometric mean of the ratios of pairs, with its interval by a paired t-test over the logarithms of the ratios.
 * @param chance that the true mean lies beyond one given end of the interval
 * @returns the mean with its interval
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
