/** The fewest characters (Unicode code points) to put in, take out or change until one text is the other (Levenshtein, 1965). */
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
 * The name nearest to a mistyped one; undefined where none is near.
 *
 * @param most letters that may be wrong, missing or too many
 */
export function closest(typed: string, names: readonly string[], most = 2): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: levenshtein(typed, name) }))
    .filter(({ name, distance }) => distance <= most && distance < name.length)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}
