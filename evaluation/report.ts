/** What came of an evaluation. */
import type { Judged } from './judge.ts';

/** What an evaluation has shown, for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}

/** Share of the samples by the number of members that ran for them; JavaScript keeps numbers sorted as keys. */
export function membersRun(samples: readonly Pick<Judged, 'membersRun'>[]): Readonly<Record<string, number>> {
  const counts = samples.flatMap((sample) => sample.membersRun ?? []);
  const groups = Map.groupBy(counts, (members) => members);
  return Object.fromEntries([...groups].map(([members, all]) => [members, all.length / counts.length]));
}

/** The same in a line; none where it is not known. */
export function membersRunLines(shares: Readonly<Record<string, number>>): string[] {
  const said = Object.entries(shares).map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
  if (said.length === 0) return [];
  return [`members run until the prediction is certain, samples   ${said.join(', ')}`];
}
