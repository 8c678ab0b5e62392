/**
 * The characters that members know, and the candidates of each. In the order of ids, `vocabulary.txt` has a line for each
 * character: `<character>\t<candidates, itself first>`. Reading must be quick, because it happens at every start.
 */
import { ModelError } from '../../model/model-error.ts';

/** Ids below this are not characters: 0 is padding, 1 stands for an unknown character, and 2 occurs only in training. */
export const FIRST_ID = 3;
const UNKNOWN = 1;

/** Ids by character, and candidates by id. Characters are Unicode code points, lone surrogates included. */
export type Vocabulary = ReturnType<typeof parseVocabulary>;

/**
 * @param character one Unicode code point
 * @returns its NFKC form in lower case, or the character itself if that form has several code points
 */
export function lookUpForm(character: string): string {
  const form = character.normalize('NFKC').toLowerCase();
  const length = form.codePointAt(0)! > 0xffff ? 2 : 1;
  return form.length === length ? form : character;
}

const CODE_POINTS = 0x110000;
/** Limit of candidates of one character; more would be a mistake, and slow. */
const MOST_CANDIDATES = 256;

/** @throws {ModelError} if a line of the file is wrong, or no character has candidates besides itself */
export function parseVocabulary(text: string, file: string) {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const { characters, ids } = readCharacters(lines, file);
  /** The candidates of the first id, then those of the next, and so on. Each id is its own first candidate. */
  const candidates = new BigInt64Array(text.length + FIRST_ID);
  // Ids are written to the lower halves of the 64-bit elements, which come first in memory. BigInts would take far longer.
  const halves = new Uint32Array(candidates.buffer);
  /** Start of the candidates of each id. The last element is the end of all candidates. */
  const starts = new Uint32Array(characters.length + 1);
  // An id that is not a character has only itself as a candidate.
  for (let id = 0; id < FIRST_ID; id++) {
    halves[2 * id] = id;
    starts[id + 1] = id + 1;
  }
  let length = FIRST_ID;
  /** For each id, the number of the last line so far on which it is a candidate. */
  const lastLine = new Uint32Array(candidates.length);
  for (const [index, line] of lines.entries()) {
    const [id, number] = [FIRST_ID + index, index + 1];
    for (let at = characters[id]!.length + 1; at < line.length; at++) {
      const point = line.codePointAt(at)!;
      if (point > 0xffff) at++;
      const candidate = ids[point]!;
      if (candidate === 0 || lastLine[candidate] === number) {
        const finding = candidate === 0 ? 'must have a line of its own' : 'occurs twice';
        throw new ModelError(`${file}: line ${number}: candidate ${String.fromCodePoint(point)} ${finding}`);
      }
      lastLine[candidate] = number;
      halves[2 * length++] = candidate;
    }
    starts[id + 1] = length;
    const count = length - starts[id]!;
    if (count > MOST_CANDIDATES) {
      throw new ModelError(
        `${file}: line ${number} has ${count} candidates; at most ${MOST_CANDIDATES} are allowed`,
      );
    }
  }
  if (length === characters.length) {
    throw new ModelError(`${file}: no character has candidates besides itself`);
  }
  const kept = candidates.slice(0, length);
  return {
    /** Ids are below this number. */
    size: characters.length,
    encode(text: string): number[] {
      const found: number[] = [];
      for (let at = 0; at < text.length; at++) {
        const point = text.codePointAt(at)!;
        if (point > 0xffff) at++;
        found.push(ids[point] || ids[lookUpForm(String.fromCodePoint(point)).codePointAt(0)!] || UNKNOWN);
      }
      return found;
    },
    /** Number of candidates of a character, itself included. */
    candidateCount: (id: number): number => starts[id + 1]! - starts[id]!,
    /** Ids of the candidates of a character, itself first. */
    candidates: (id: number): BigInt64Array => kept.subarray(starts[id], starts[id + 1]),
    candidate: (id: number, index: number): string => characters[Number(kept[starts[id]! + index])]!,
  };
}

/** A line has one tab. Before it is a character; after it are the candidates, the character itself first. */
const LINE = /^(.)\t\1[^\t]*$/su;

/** The characters by id, empty below `FIRST_ID`, and their ids by code point, 0 for unknown ones. */
function readCharacters(lines: readonly string[], file: string) {
  const characters = Array<string>(FIRST_ID).fill('');
  for (const line of lines) characters.push(String.fromCodePoint(line.codePointAt(0) ?? 0));
  // If the text is in normal form, so is each character. Checking characters one by one takes ten times as long.
  const text = characters.join('');
  const allAreFound = text.normalize('NFKC').toLowerCase() === text;
  const ids = new Uint32Array(CODE_POINTS);
  for (const [index, line] of lines.entries()) {
    const character = characters[FIRST_ID + index]!;
    const point = character.codePointAt(0)!;
    const known = ids[point]!;
    const where = `${file}: line ${index + 1}`;
    if (!LINE.test(line)) {
      throw new ModelError(
        `${where} must be a character, a tab, and candidates that begin with this character`,
      );
    }
    if (!allAreFound && lookUpForm(character) !== character) {
      throw new ModelError(
        `${where}: ${character} is looked up as ${lookUpForm(character)}, so it is never found`,
      );
    }
    if (known > 0) {
      throw new ModelError(`${where}: ${character} is already on line ${known - FIRST_ID + 1}`);
    }
    ids[point] = FIRST_ID + index;
  }
  return { characters, ids };
}
