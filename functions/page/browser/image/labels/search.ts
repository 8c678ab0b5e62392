/** Looks labels up. */

export interface Found {
  /** In the order of all labels. */
  readonly labels: readonly string[];
  /** What was looked for and is part of no label. */
  readonly missing: readonly string[];
}

/**
 * Finds labels by a part of them. Where every label is a single character, each character of a text is looked up.
 *
 * @param text nothing finds everything
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

/** Without what nobody types: capitals, variants of width, spaces around. */
function simplified(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase().trim();
}
