/** The answer, how long it took, where it came from, and how it was made. */
import type { Answered } from '../asking/answered.ts';
import type { Question } from '../asking/question.ts';
import type { Way } from '../asking/way.ts';
import { make } from './element.ts';
import { settled } from './settled.ts';
import { stageBar } from './stages-view.ts';
import { cacheOutcome, duration, promise } from './words.ts';

/** All of it. */
export function answerView(
  question: Question,
  answered: Answered,
  way: Way,
  budgetMilliseconds: number,
): HTMLElement[] {
  const { milliseconds } = answered;
  const facts = make(
    'div',
    'facts',
    ...way.facts(answered),
    make('p', '', promise(milliseconds, budgetMilliseconds)),
    ...settled(answered).map((words) => make('p', '', words)),
    make('p', 'small', cacheOutcome(answered)),
  );
  const verdict = make('div', 'verdict', ...way.verdict(answered), facts, ...way.asked(question));
  return [make('div', 'card', verdict), ...originView(question, answered, way)];
}

/** How it came about. */
export function originView(question: Question, answered: Answered, way: Way): HTMLElement[] {
  const { explanation, milliseconds } = answered;
  return [
    ...way.votes(answered),
    make('h2', '', 'Time'),
    ...stageBar(explanation.stages, milliseconds),
    make('p', 'small', `Request id ${question.id}, ensemble ${explanation.version}`),
  ];
}

/** Everything that matters in one sentence or two, for those who listen. */
export function spoken(answered: Answered, way: Way): string {
  return `${way.spoken(answered)}, in ${duration(answered.milliseconds)}. ${cacheOutcome(answered)}.`;
}
