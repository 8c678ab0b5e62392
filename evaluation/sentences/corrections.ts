/** What a prediction did to the characters of what was heard. Pure functions. */
import { align } from './character-errors.ts';

/** Characters by what became of them. */
export interface Corrections {
  /** Wrong as heard, right in the prediction. */
  right: number;
  /** Wrong as heard, and something else that is wrong in the prediction. */
  wrong: number;
  /** Right as heard, wrong in the prediction. */
  harmful: number;
  /** Wrong as heard, and left alone. */
  missed: number;
}

/**
 * Compares what was heard and what was predicted with what was said. Errors as heard are `right + wrong + missed`, errors
 * in the prediction `wrong + missed + harmful`.
 */
export function correctionsIn(heard: string, predicted: string, said: string): Corrections {
  const counts = { right: 0, wrong: 0, harmful: 0, missed: 0 };
  const before = align(heard, said);
  const after = align(predicted, said);
  for (const [index, character] of [...said].entries()) {
    const [one, other] = [before.standing[index], after.standing[index]];
    if (one === character) {
      if (other !== character) counts.harmful += 1;
    } else if (other === character) counts.right += 1;
    else if (other === one) counts.missed += 1;
    else counts.wrong += 1;
  }
  for (const [index, characters] of before.superfluous.entries()) {
    compareSuperfluous(characters, after.superfluous[index] ?? [], counts);
  }
  return counts;
}

function compareSuperfluous(before: readonly string[], after: readonly string[], counts: Corrections): void {
  const left = [...before];
  for (const character of after) {
    const index = left.indexOf(character);
    if (index < 0) continue;
    left.splice(index, 1);
    counts.missed += 1;
  }
  const kept = before.length - left.length;
  const both = Math.min(before.length, after.length);
  counts.wrong += both - kept;
  counts.right += before.length - both;
  counts.harmful += after.length - both;
}
