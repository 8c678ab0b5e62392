/** Searches labels. */

export interface Found {
  /** In the order of all labels. */
  readonly labels: readonly string[];
  /** The parts of the query that are in no label. */
  readonly missing: readonly string[];
}

/**
 * Finds labels that contain the query. If every label is a single character, finds each character of the query.
 *
 * @param text an empty query finds all labels
 */
export function searchLabels(all: readonly string[], text: string): Found {
  const wanted = wantedIn(simplified(text), all.every(isCharacter));
  if (wanted.length === 0) return { labels: all, missing: [] };
  const texts = all.map(simplified);
  return {
    labels: all.filter((_, place) => wanted.some((part) => texts[place]!.includes(part))),
    missing: wanted.filter((part) => !texts.some((label) => label.includes(part))),
  };
}

function wantedIn(text: string, byCharacter: boolean): string[] {
  const parts = byCharacter ? [...text].filter((character) => character.trim() !== '') : [text];
  return [...new Set(parts)].filter((part) => part !== '');
}

const isCharacter = (label: string) => [...label].length === 1;

/** Normalises a text: lower case, one width, no surrounding spaces. */
function simplified(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase().trim();
}
