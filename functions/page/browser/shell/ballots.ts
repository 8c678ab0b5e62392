/** Bars: how probable each of several things is, to whom. */
import { inLanguage, make } from './element.ts';
import { duration, percent } from './words.ts';

export interface Ranked {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
}

/** What one voter says. */
export interface Ballot {
  readonly voter: string;
  readonly note: string | Node;
  readonly ranking: readonly Ranked[];
}

/** Letters that stand beside a bar and large in the verdict; a longer label gets a line of its own. */
const SHORT_LABEL = 2;

export function isLong(label: string): boolean {
  return [...label].length > SHORT_LABEL;
}

export function bar(share: number): HTMLElement {
  const filling = make('b', '');
  filling.style.width = `${100 * share}%`;
  return make('span', 'bar', filling);
}

/** What is said of a voter beside its name. */
export function ballotNote(weight: number, milliseconds: number): string {
  return `weight ${weight}, ${duration(milliseconds)}`;
}

/**
 * @param answer which label is the answer
 * @param language of the labels, where it is known
 */
export function ballots(all: readonly Ballot[], answer: string, language: string | undefined): HTMLElement {
  const long = all.some(({ ranking }) => ranking.some(({ label }) => isLong(label)));
  return make('div', `votes${long ? ' long' : ''}`, ...all.map(ballotView));

  function ballotView({ voter, note, ranking }: Ballot): HTMLElement {
    const list = make('ol', '', ...ranking.map(rankedView));
    return make('section', 'card', make('h3', '', voter, make('span', '', note)), list);
  }

  function rankedView({ label, probability }: Ranked): HTMLElement {
    const name = inLanguage(make('span', 'name', label), language);
    const share = make('span', 'share', percent(probability));
    return make('li', label === answer ? 'answer' : '', name, bar(probability), share);
  }
}
