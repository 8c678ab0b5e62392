/** The result of an evaluation. */
import type { Judged } from './judge.ts';

/** A result for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}

/** Share of the samples by the number of members that ran. JavaScript sorts keys that are numbers. */
export function membersRun(samples: readonly Pick<Judged, 'membersRun'>[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(samples, (sample) => sample.membersRun);
  return Object.fromEntries([...groups].map(([members, all]) => [members, all.length / samples.length]));
}

/** The shares of `membersRun` in a line. */
export function membersRunLine(shares: Readonly<Record<string, number>>): string {
  const parts = Object.entries(shares).map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
  return `members run until the prediction is certain, samples   ${parts.join(', ')}`;
}
