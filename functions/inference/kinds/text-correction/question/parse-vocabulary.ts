/** `vocabulary.txt`: `<character>\t<candidates, itself first>`, in the order of ids. */
import { codePointsOf } from './code-points.ts';
import { lookUpForm } from './look-up-form.ts';
import { FIRST_ID, Vocabulary } from './vocabulary.ts';

const CODE_POINTS = 0x110000;
/** Candidates of one character; more would be a mistake, and slow. */
const MOST_CANDIDATES = 256;

/** @returns the vocabulary, or what is wrong with each line, and what would be right */
export function parseVocabulary(text: string): Vocabulary | string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const wrong: string[] = [];
  const characters = Array<string>(FIRST_ID).fill('');
  const ids = new Uint32Array(CODE_POINTS);
  for (const [index, line] of lines.entries()) {
    const character = String.fromCodePoint(line.codePointAt(0) ?? 0);
    const known = ids[character.codePointAt(0)!]!;
    if (!line.startsWith(`${character}\t${character}`) || line.lastIndexOf('\t') > character.length) {
      wrong.push(`line ${index + 1} must be a character, a tab, and its candidates, itself the first`);
    } else if (lookUpForm(character) !== character) {
      wrong.push(
        `line ${index + 1}: ${character} is looked up as ${lookUpForm(character)}, and so never found`,
      );
    } else if (known > 0) {
      wrong.push(`line ${index + 1}: ${character} has a line already, ${known - FIRST_ID + 1}`);
    } else ids[character.codePointAt(0)!] = FIRST_ID + index;
    characters.push(character);
  }
  // Every id that is no character is its own only candidate.
  const candidates = Array.from({ length: FIRST_ID }, (_, id) => id);
  const starts = Uint32Array.from({ length: characters.length + 1 }, (_, id) => Math.min(id, FIRST_ID));
  const lastLine = new Uint32Array(characters.length);
  for (const [index, line] of lines.entries()) {
    const before = candidates.length;
    for (const candidate of codePointsOf(line.slice(characters[FIRST_ID + index]!.length + 1))) {
      const id = ids[candidate]!;
      const finding = id === 0 ? 'must have a line of its own' : 'is there twice';
      if (id === 0 || lastLine[id] === index + 1) {
        wrong.push(`line ${index + 1}: candidate ${String.fromCodePoint(candidate)} ${finding}`);
      }
      lastLine[id] = index + 1;
      candidates.push(id);
    }
    starts[FIRST_ID + index + 1] = candidates.length;
    const count = candidates.length - before;
    if (count > MOST_CANDIDATES) {
      wrong.push(`line ${index + 1} has ${count} candidates where ${MOST_CANDIDATES} is the most`);
    }
  }
  if (candidates.length === characters.length) wrong.push('no character has candidates besides itself');
  return wrong.length > 0
    ? wrong
    : new Vocabulary({ characters, ids, candidates: toInt64(candidates), starts });
}

/** Through their lower halves, which in memory come first: making a BigInt of each takes far longer. */
function toInt64(values: readonly number[]): BigInt64Array {
  const elements = new BigInt64Array(values.length);
  const halves = new Uint32Array(elements.buffer);
  for (let index = 0; index < values.length; index++) halves[2 * index] = values[index]!;
  return elements;
}
