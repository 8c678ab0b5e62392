/** The middle of some values and how far they spread. */
export type Spread = ReturnType<typeof spreadOf>;

/** @param values at least one */
export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return {
    median: sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2,
    least: sorted[0] as number,
    most: sorted.at(-1) as number,
  };
}

/** `2.1 (1.9 to 2.4)`; a dash where nothing could be measured. */
export function describeSpread({ median, least, most }: Spread, decimals: number): string {
  if (Number.isNaN(median)) return '–';
  return `${median.toFixed(decimals)} (${least.toFixed(decimals)} to ${most.toFixed(decimals)})`;
}
