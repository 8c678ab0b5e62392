/** The name that somebody has probably meant. */

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

/** Letters to be changed, added or taken away until one text is the other (Levenshtein's distance). */
function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = row[column - 1]! + (other[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
