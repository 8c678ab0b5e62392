/** What came of an evaluation. */

/** What an evaluation has shown, for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}

/** Undefined where there is none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** Share of the samples by the number of members that ran for them; JavaScript keeps numbers sorted as keys. */
export function membersRun(counts: readonly number[]): Record<number, number> {
  const groups = Map.groupBy(counts, (members) => members);
  return Object.fromEntries([...groups].map(([members, all]) => [members, all.length / counts.length]));
}

/** The same in a line; none where it is not known. */
export function membersRunLines(counts: readonly number[]): string[] {
  if (counts.length === 0) return [];
  const shares = Object.entries(membersRun(counts)).map(
    ([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`,
  );
  return [`members run until the prediction is certain, samples   ${shares.join(', ')}`];
}
