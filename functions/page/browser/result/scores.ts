/** Bar charts of probabilities: those of each member, and their mean. */
import type { RankedLabel } from '../../../inference/pipelines/pipeline.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make } from './element.ts';
import { duration, percent } from './words.ts';

/** The bars of one card, such as the scores of one member, or the mean of all members. A card without a title has no heading. */
export interface Scores {
  readonly title?: string;
  readonly note?: string | Node;
  readonly ranking: readonly RankedLabel[];
}

/** One member's best labels. */
export type MemberRanking = Explanation['members'][number] & { readonly top: readonly RankedLabel[] };

/** Maximum length, in characters, of a label next to its bar, and of a prediction in the largest print. */
const SHORT_LABEL = 2;

export function isLong(label: string): boolean {
  return [...label].length > SHORT_LABEL;
}

export function bar(share: number): HTMLElement {
  const filling = make('b', '');
  filling.style.width = `${100 * share}%`;
  return make('span', 'bar', filling);
}

/** The text next to a member's name. */
export function memberNote(weight: number, milliseconds: number): string {
  return `weight ${weight}, ${duration(milliseconds)}`;
}

/**
 * @param prediction the label to highlight; empty for none
 * @param language of the labels, if known
 */
export function scoreCards(
  all: readonly Scores[],
  prediction: string,
  language: string | undefined,
): HTMLElement {
  const long = all.some(({ ranking }) => ranking.some(({ label }) => isLong(label)));
  return make('div', `votes${long ? ' long' : ''}`, ...all.map(card));

  function card({ title, note, ranking }: Scores): HTMLElement {
    const list = make('ol', '', ...ranking.map(rankedView));
    if (title === undefined) return make('section', 'card', list);
    const name = make('b', 'member', title);
    name.title = title;
    return make('section', 'card', make('h3', '', name, make('span', '', note ?? '')), list);
  }

  function rankedView({ label, probability }: RankedLabel): HTMLElement {
    const name = inLanguage(make('span', 'name', label), language);
    const share = make('span', 'share', percent(probability));
    return make('li', label === prediction ? 'prediction' : '', name, bar(probability), share);
  }
}

/** The mean probabilities and, if several members ran, each member's. @param heading used if fewer than two members ran */
export function rankingCards(
  members: readonly MemberRanking[],
  mean: readonly RankedLabel[],
  prediction: string,
  language: string | undefined,
  heading = 'Probabilities',
): HTMLElement[] {
  if (members.length < 2) {
    return [make('h2', '', heading), scoreCards([{ ranking: mean }], prediction, language)];
  }
  const all = [
    { title: 'All together', note: 'mean', ranking: mean },
    ...members.map(({ name, weight, milliseconds, top }) => ({
      title: name,
      note: memberNote(weight, milliseconds),
      ranking: top,
    })),
  ];
  return [make('h2', '', 'Votes'), scoreCards(all, prediction, language)];
}
