/** How each member voted, and all of them together. */
import type { RankedLabel } from '../../../inference/kinds/image-labels/types.ts';
import { make } from '../shell/element.ts';
import { duration, percent } from '../shell/words.ts';

/** One member's best labels. */
export interface LabelVote {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly weight: number;
  readonly milliseconds: number;
  readonly top: readonly RankedLabel[];
}

type Ranking = readonly RankedLabel[];

interface Votes {
  readonly members: readonly LabelVote[];
  readonly mean: Ranking;
  readonly answer: string;
}

/** Letters that stand beside a bar and large in the verdict; a longer label gets a line of its own. */
const SHORT_LABEL = 2;

export function isLong(label: string): boolean {
  return [...label].length > SHORT_LABEL;
}

/** @param language of the labels, where it is known */
export function votes({ members, mean, answer }: Votes, language: string | undefined): HTMLElement[] {
  const long = [mean, ...members.map(({ top }) => top)].flat().some(({ label }) => isLong(label));
  const ballots = make(
    'div',
    `votes${long ? ' long' : ''}`,
    // Where there is but one, its vote is all that there is.
    ...(members.length === 1 ? [] : [ballot('All together', 'mean', mean)]),
    ...members.map(({ name, milliseconds, top }) => ballot(name, duration(milliseconds), top)),
  );
  if (members.length > 0) return [ballots];
  return [make('p', 'small', 'No member was asked this time: the answer was remembered.'), ballots];

  /** Bars for the best labels of one voter. */
  function ballot(voter: string, note: string, ranking: Ranking): HTMLElement {
    const list = document.createElement('ol');
    for (const { label, probability } of ranking) {
      const filling = document.createElement('b');
      filling.style.width = percent(probability).replace(' ', '');
      const name = make('span', 'name', label);
      if (language) name.lang = language;
      const share = make('span', 'share', percent(probability));
      list.append(make('li', label === answer ? 'answer' : '', name, make('span', 'bar', filling), share));
    }
    return make('section', 'card', make('h3', '', voter, make('span', '', note)), list);
  }
}
