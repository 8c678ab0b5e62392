/** What came of an evaluation. */

/** What an evaluation has shown, for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}

/** Values with how often each is there, in the order in which they came first. */
export function countBy<Value>(values: readonly Value[]): [value: Value, count: number][] {
  return [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]);
}

/** Undefined where there is none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** Share of the samples by the number of members that ran for them; JavaScript keeps numbers sorted as keys. */
export function membersRun(counts: readonly number[]): Record<number, number> {
  return Object.fromEntries(countBy(counts).map(([members, count]) => [members, count / counts.length]));
}

/** The same in a line; none where it is not known. */
export function membersRunLines(counts: readonly number[]): string[] {
  if (counts.length === 0) return [];
  const shares = Object.entries(membersRun(counts)).map(
    ([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`,
  );
  return [`members run until the prediction is certain, samples   ${shares.join(', ')}`];
}
