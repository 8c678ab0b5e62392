/** How alike two orders are. Pure functions. */

/**
 * Spearman's rank correlation: Pearson's of the ranks, of which equal values share the mean.
 *
 * @returns between -1 and 1; NaN where one of the two has one value only
 */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [ranksOf(one), ranksOf(other)];
  const middle = (one.length - 1) / 2;
  const sum = (of: (index: number) => number) => first.reduce((total, _, index) => total + of(index), 0);
  const products = sum((index) => (first[index]! - middle) * (second[index]! - middle));
  const squares =
    sum((index) => (first[index]! - middle) ** 2) * sum((index) => (second[index]! - middle) ** 2);
  return products / Math.sqrt(squares);
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

/** 95 % interval of a rank correlation (Bonett and Wright, 2000). @param pairs more than 3 */
export function correlationInterval(correlation: number, pairs: number): { low: number; high: number } {
  const margin = 1.96 * Math.sqrt((1 + correlation ** 2 / 2) / (pairs - 3));
  const middle = Math.atanh(Math.min(0.999999, Math.max(-0.999999, correlation)));
  return { low: Math.tanh(middle - margin), high: Math.tanh(middle + margin) };
}

/** Cosine of the angle between two embeddings. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}
