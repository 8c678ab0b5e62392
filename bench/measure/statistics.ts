/**
 * Nearest-rank percentile.
 * @param values in ascending order, at least one
 * @param percent from 0 to 100
 */
export function percentile(values: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * values.length));
  return values[rank - 1] as number;
}

/** Middle one of the values, in any order. */
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    50,
  );
}
