/** The median of some values, and their range. */
export type Spread = ReturnType<typeof spreadOf>;

/** @param values at least one */
export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const middle = [sorted[Math.floor(last / 2)]!, sorted[Math.ceil(last / 2)]!] as const;
  return { median: (middle[0] + middle[1]) / 2, least: sorted[0]!, most: sorted[last]! };
}

/** `2.1 (1.9 to 2.4)`, or a dash if nothing could be measured. */
export function describeSpread({ median, least, most }: Spread, decimals: number): string {
  if (Number.isNaN(median)) return '–';
  return `${median.toFixed(decimals)} (${least.toFixed(decimals)} to ${most.toFixed(decimals)})`;
}
