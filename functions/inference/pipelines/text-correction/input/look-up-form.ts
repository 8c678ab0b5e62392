/** The form in which characters are looked up: half-width, small letters. Members were trained on it. */

/** @param character one Unicode code point @returns one, too: what would become several stays as it is */
export function lookUpForm(character: string): string {
  const form = character.normalize('NFKC').toLowerCase();
  const length = form.codePointAt(0)! > 0xffff ? 2 : 1;
  return form.length === length ? form : character;
}

/** Whether a text is in that form, and so, as normal forms of Unicode are made, each of its characters. */
export function isLookUpForm(text: string): boolean {
  return text.normalize('NFKC').toLowerCase() === text;
}
