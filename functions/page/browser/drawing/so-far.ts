/** What a drawing is taken for so far, in words. */
import type { Answered } from '../asking/answered.ts';
import { type LabelExplanation, perhaps, UNKNOWN } from '../pictures/labels-way.ts';
import { enough } from '../shell/settled.ts';

/**
 * Since when it has been taken for what it is taken for now, and how many models that took; where that is nothing, what it
 * may be.
 *
 * @param since which stroke of all `strokes` that has been so
 */
export function soFar(answered: Answered, since: number, strokes: number): string {
  const explanation = answered.explanation as LabelExplanation;
  const what = explanation.rejected
    ? [UNKNOWN, perhaps(explanation)].filter(Boolean).join(', ')
    : after(since, strokes);
  return [what, ...enough(answered)].join('; ');
}

function after(since: number, strokes: number): string {
  if (since < strokes) return `since stroke ${since} of ${strokes}`;
  return strokes === 1 ? 'after one stroke' : `after ${strokes} strokes`;
}
