/** Levenshtein distance: the fewest code points to insert, delete or replace that turn one text into the other. */
export function levenshtein(one: string, other: string): number {
  const others = [...other];
  let before = [...others.keys(), others.length];
  for (const [index, character] of [...one].entries()) {
    const row = [index + 1];
    for (const [place, wanted] of others.entries()) {
      const changed = before[place]! + Number(character !== wanted);
      row.push(Math.min(row[place]! + 1, before[place + 1]! + 1, changed));
    }
    before = row;
  }
  return before.at(-1)!;
}

/**
 * The name nearest to a mistyped one; undefined if none is near.
 *
 * @param most largest number of letters that are wrong, missing or superfluous
 */
export function closest(typed: string, names: readonly string[], most = 2): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: levenshtein(typed, name) }))
    .filter(({ name, distance }) => distance <= most && distance < name.length)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}
