/** How a text differs from the right one, character by character (Unicode code points), and what a prediction did to that. Pure functions. */
import { distances } from '../project/levenshtein.ts';

/** A text laid beside the right one. */
export interface Alignment {
  /** By character of the right one: what stands there, empty where nothing does. */
  readonly standing: readonly string[];
  /** By character of the right one, and its end: characters before it that stand for none. */
  readonly superfluous: readonly (readonly string[])[];
}

/** Lays a text beside the right one: place by place where they are of one length, else with as few differences as there can be. */
export function align(text: string, right: string): Alignment {
  const characters = [...text];
  const rightOnes = [...right];
  const superfluous: string[][] = [...rightOnes, ''].map(() => []);
  if (characters.length === rightOnes.length) return { standing: characters, superfluous };
  const table = distances(characters, rightOnes);
  const at = (row: number, column: number) => table[row]![column]!;
  const standing = rightOnes.map(() => '');
  let row = characters.length;
  let column = rightOnes.length;
  while (row > 0 || column > 0) {
    const differs = Number(characters[row - 1] !== rightOnes[column - 1]);
    if (row > 0 && column > 0 && at(row, column) === at(row - 1, column - 1) + differs) {
      row -= 1;
      column -= 1;
      standing[column] = characters[row]!;
    } else if (column > 0 && at(row, column) === at(row, column - 1) + 1) {
      column -= 1;
    } else {
      row -= 1;
      superfluous[column]!.unshift(characters[row]!);
    }
  }
  return { standing, superfluous };
}

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
