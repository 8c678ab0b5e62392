/** How a text differs from the right one, character by character (Unicode code points). Pure functions. */

/** Fewest characters to put in, take out or change (Levenshtein). */
export function characterDistance(one: string, other: string): number {
  return lastOf(lastOf(distances([...one], [...other])));
}

/** A text laid beside the right one. */
export interface Alignment {
  /** By character of the right one: what stands there, empty where nothing does. */
  readonly standing: readonly string[];
  /** By character of the right one, and its end: characters before it that stand for none. */
  readonly superfluous: readonly (readonly string[])[];
}

/** Lays a text beside the right one: place by place where they are of one length, else with the fewest differences. */
export function align(text: string, right: string): Alignment {
  const characters = [...text];
  const rightOnes = [...right];
  if (characters.length !== rightOnes.length) return fewestDifferences(text, right);
  return { standing: characters, superfluous: [...rightOnes, ''].map(() => []) };
}

/** Lays a text beside the right one so that its differences are as many as `characterDistance` says. */
export function fewestDifferences(text: string, right: string): Alignment {
  const characters = [...text];
  const rightOnes = [...right];
  const table = distances(characters, rightOnes);
  const at = (row: number, column: number) => table[row]![column]!;
  const standing = rightOnes.map(() => '');
  const superfluous: string[][] = [...rightOnes, ''].map(() => []);
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

/** Characters that are wrong, missing or superfluous. */
export function differencesOf({ standing, superfluous }: Alignment, right: string): number {
  const wrong = [...right].filter((character, index) => standing[index] !== character).length;
  return wrong + superfluous.flat().length;
}

/** Distances of all beginnings of one text, by rows, to all beginnings of the other. */
function distances(one: readonly string[], other: readonly string[]): Uint32Array[] {
  const rows = [Uint32Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (const [index, character] of one.entries()) {
    const before = rows[index]!;
    const row = new Uint32Array(other.length + 1);
    row[0] = index + 1;
    for (const [place, wanted] of other.entries()) {
      const changed = before[place]! + Number(character !== wanted);
      row[place + 1] = Math.min(row[place]! + 1, before[place + 1]! + 1, changed);
    }
    rows.push(row);
  }
  return rows;
}

function lastOf<Item>(list: ArrayLike<Item>): Item {
  return list[list.length - 1] as Item;
}
