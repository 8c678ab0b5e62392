/** Of an even number of values, the upper one of the two in the middle; undefined where there is none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
