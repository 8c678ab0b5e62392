/** The answer, how long it took, where it came from, and how it was made. */
import type { Answered } from '../asking/ask.ts';
import type { Question } from '../asking/question.ts';
import type { Way } from '../asking/way.ts';
import { make } from './element.ts';
import { stageBar } from './stages-view.ts';
import { cacheOutcome, duration, promise } from './words.ts';

export function resultView(
  question: Question,
  { explanation, milliseconds }: Answered,
  way: Way,
  budgetMilliseconds: number,
): HTMLElement[] {
  const facts = make(
    'div',
    'facts',
    ...way.facts(explanation),
    make('p', '', promise(milliseconds, budgetMilliseconds)),
    make('p', 'small', cacheOutcome(explanation)),
  );
  return [
    make('div', 'card', make('div', 'verdict', ...way.verdict(explanation), facts, ...way.asked(question))),
    ...way.votes(explanation),
    make('h2', '', 'Time'),
    ...stageBar(explanation.stages, milliseconds),
    make('p', 'small', `Request id ${question.id}, ensemble ${explanation.version}`),
  ];
}

/** Everything that matters in one sentence or two, for those who listen. */
export function spoken({ explanation, milliseconds }: Answered, way: Way): string {
  return `${way.spoken(explanation)}, in ${duration(milliseconds)}. ${cacheOutcome(explanation)}.`;
}
