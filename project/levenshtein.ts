/** How far texts are apart, by characters (Unicode code points) to put in, take out or change (Levenshtein, 1965). */

/** The fewest such changes until one text is the other. */
export function levenshtein(one: string, other: string): number {
  return distances([...one], [...other])
    .at(-1)!
    .at(-1)!;
}

/** Distances of all beginnings of one text, by rows, to all beginnings of the other. */
export function distances(one: readonly string[], other: readonly string[]): Uint32Array[] {
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
