/** The middle value; for an even number of values, the upper of the two in the middle. Undefined without values. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
