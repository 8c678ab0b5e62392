/** The name that somebody has probably meant. */
import { levenshtein } from './levenshtein.ts';

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
