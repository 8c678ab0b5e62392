/** How each member voted, and all of them together. */
import type { Explanation } from './ask.ts';
import { make } from './element.ts';
import { duration, percent } from './words.ts';

type Ranking = Explanation['mean'];

export function votes({ members, mean, answer }: Explanation): HTMLElement {
  if (members.length === 0) {
    return make('p', 'small', 'None this time: the answer was remembered.');
  }
  return make(
    'div',
    'votes',
    ballot('All together', 'mean', mean, answer),
    ...members.map(({ name, milliseconds, top }) => ballot(name, duration(milliseconds), top, answer)),
  );
}

/** Bars for the best labels of one voter. */
function ballot(voter: string, note: string, ranking: Ranking, answer: string): HTMLElement {
  const list = document.createElement('ol');
  for (const { label, probability } of ranking) {
    const filling = document.createElement('b');
    filling.style.width = percent(probability).replace(' ', '');
    const character = make('span', '', label);
    character.lang = 'zh-Hant';
    const bar = make('span', 'bar', filling);
    list.append(
      make('li', label === answer ? 'answer' : '', character, bar, make('span', '', percent(probability))),
    );
  }
  return make('section', 'card', make('h3', '', voter, make('span', '', note)), list);
}
