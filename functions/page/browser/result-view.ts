/** The answer, how sure it is, how long it took and where it came from. */
import type { Answered, Explanation } from './ask.ts';
import { make } from './element.ts';
import type { Question } from './question.ts';
import { stageBar } from './stages-view.ts';
import { votes } from './votes-view.ts';
import { cacheOutcome, duration, isKnown, PROMISE_MILLISECONDS, percent } from './words.ts';

export function resultView(question: Question, { explanation, milliseconds }: Answered): HTMLElement[] {
  const facts = make(
    'div',
    'facts',
    make(
      'p',
      'sure',
      isKnown(explanation) ? `${percent(explanation.confidence)} sure` : 'None that it knows',
    ),
    ...doubt(explanation),
    make('p', '', promise(milliseconds)),
    make('p', 'small', cacheOutcome(explanation)),
  );
  const glyph = make('p', 'glyph', isKnown(explanation) ? explanation.answer : '？');
  glyph.lang = 'zh-Hant';
  return [
    make('div', 'card', make('div', 'verdict', glyph, facts, pictureSent(question))),
    make('h2', '', 'Votes'),
    votes(explanation),
    make('h2', '', 'Time'),
    ...stageBar(explanation.stages, milliseconds),
    make('p', 'small', `Request id ${explanation.esun_uuid}, ensemble ${explanation.version}`),
  ];
}

/** Why there is no answer, where there is none. */
function doubt(explanation: Explanation): HTMLElement[] {
  if (isKnown(explanation)) return [];
  const { confidence, threshold, answer } = explanation;
  // A remembered answer may come from an ensemble that asked for more.
  const reason = confidence < threshold ? `${percent(threshold)} are asked for` : 'more was asked for then';
  return [make('p', 'small', `${answer}: only ${percent(confidence)} sure, and ${reason}`)];
}

function promise(milliseconds: number): string {
  const kept = milliseconds <= PROMISE_MILLISECONDS;
  return `${duration(milliseconds)} there and back${kept ? '' : ', later than the promised second'}`;
}

function pictureSent({ image, mediaType }: Question): HTMLElement {
  const picture = document.createElement('img');
  picture.src = `data:${mediaType};base64,${image}`;
  picture.alt = 'The picture that was sent';
  const kilobytes = ((image.length * 3) / 4 / 1000).toFixed(1);
  return make('figure', 'seen', picture, make('figcaption', 'small', `sent, ${kilobytes} kB`));
}
