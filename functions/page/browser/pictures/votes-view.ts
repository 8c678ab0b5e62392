/** How each member voted, and all of them together. */
import type { RankedLabel } from '../../../inference/pipelines/image-labels/types.ts';
import { ballotNote, ballots } from '../shell/ballots.ts';
import { make } from '../shell/element.ts';

/** One member's best labels. */
export interface LabelVote {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly weight: number;
  readonly milliseconds: number;
  readonly top: readonly RankedLabel[];
}

interface Votes {
  readonly members: readonly LabelVote[];
  readonly mean: readonly RankedLabel[];
  readonly answer: string;
}

/** @param language of the labels, where it is known */
export function votes({ members, mean, answer }: Votes, language: string | undefined): HTMLElement[] {
  const all = [
    // Where there is but one, its vote is all that there is.
    ...(members.length === 1 ? [] : [{ voter: 'All together', note: 'mean', ranking: mean }]),
    ...members.map(({ name, weight, milliseconds, top }) => ({
      voter: name,
      note: ballotNote(weight, milliseconds),
      ranking: top,
    })),
  ];
  const view = ballots(all, answer, language);
  if (members.length > 0) return [view];
  return [make('p', 'small', 'No member was asked this time: the answer was remembered.'), view];
}

/** How many of them say what the answer says; nothing where there is but one to say it, or none was asked. */
export function agreement({ members, mean }: Votes): string[] {
  if (members.length < 2) return [];
  const best = mean[0]?.label;
  const agreeing = members.filter(({ top }) => top[0]?.label === best).length;
  const count = members.length;
  if (agreeing < count) return [`${agreeing} of ${count} models agree`];
  return [`${count === 2 ? 'Both' : `All ${count}`} models agree`];
}
