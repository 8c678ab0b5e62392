/** Levenshtein distance: the fewest code points to insert, delete or replace that turn one text into the other. */
export function levenshtein(one: string, other: string): number {
  const others = [...other];
  let before = [...others.keys(), others.length];
  for (const [index, character] of [...one].entries()) {
    const row = [index + 1];
    for (const [index, wanted] of others.entries()) {
      const changed = before[index]! + Number(character !== wanted);
      row.push(Math.min(row[index]! + 1, before[index + 1]! + 1, changed));
    }
    before = row;
  }
  return before.at(-1)!;
}

/** In a shorter word, two wrong letters make another word: `list` is not a mistyped `cost`. */
const LONG_NAME = 6;

/** The name nearest to a mistyped name, with at most one mistake, or two in a long name; undefined if none is near. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const most = typed.length < LONG_NAME ? 1 : 2;
  const [best] = names
    .map((name) => ({ name, mistakes: hasSameLetters(typed, name) ? 1 : levenshtein(typed, name) }))
    .filter(({ name, mistakes }) => mistakes <= most && mistakes < name.length)
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.name;
}

/** Whether only the order differs, as in `prot` for `port`. */
function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('');
}
