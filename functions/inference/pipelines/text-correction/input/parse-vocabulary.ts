/** `vocabulary.txt`: `<character>\t<candidates, itself first>`, in the order of ids. Read at every start, so it is quick. */
import { FIRST_ID, isLookUpForm, lookUpForm, Vocabulary } from './vocabulary.ts';

const CODE_POINTS = 0x110000;
/** Candidates of one character; more would be a mistake, and slow. */
const MOST_CANDIDATES = 256;

/** @returns the vocabulary, or what is wrong with each line, and what would be right */
export function parseVocabulary(text: string): Vocabulary | string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const wrong: string[] = [];
  const { characters, ids } = readCharacters(lines, wrong);
  const list = new CandidateList(ids, text.length + FIRST_ID);
  const starts = new Uint32Array(characters.length + 1);
  // Every id that is no character is its own only candidate.
  for (let id = 0; id < FIRST_ID; id++) {
    list.push(id);
    starts[id + 1] = list.length;
  }
  for (const [index, line] of lines.entries()) {
    const before = list.length;
    list.read(line, characters[FIRST_ID + index]!.length + 1, index + 1, wrong);
    starts[FIRST_ID + index + 1] = list.length;
    const count = list.length - before;
    if (count > MOST_CANDIDATES) {
      wrong.push(`line ${index + 1} has ${count} candidates where ${MOST_CANDIDATES} is the most`);
    }
  }
  if (list.length === characters.length) wrong.push('no character has candidates besides itself');
  return wrong.length > 0 ? wrong : new Vocabulary({ characters, ids, candidates: list.toInt64(), starts });
}

/** The characters by id, and their ids by code point. */
function readCharacters(lines: readonly string[], wrong: string[]) {
  const characters = Array<string>(FIRST_ID).fill('');
  for (const line of lines) characters.push(String.fromCodePoint(line.codePointAt(0) ?? 0));
  // What holds for a text holds for each of its characters; to check each one takes ten times as long.
  const allAreFound = isLookUpForm(characters.join(''));
  const ids = new Uint32Array(CODE_POINTS);
  for (const [index, line] of lines.entries()) {
    const character = characters[FIRST_ID + index]!;
    const point = character.codePointAt(0)!;
    const known = ids[point]!;
    if (!beginsWithItself(line, point, character.length)) {
      wrong.push(`line ${index + 1} must be a character, a tab, and its candidates, itself the first`);
    } else if (!allAreFound && lookUpForm(character) !== character) {
      wrong.push(
        `line ${index + 1}: ${character} is looked up as ${lookUpForm(character)}, and so never found`,
      );
    } else if (known > 0) {
      wrong.push(`line ${index + 1}: ${character} has a line already, ${known - FIRST_ID + 1}`);
    } else ids[point] = FIRST_ID + index;
  }
  return { characters, ids };
}

/** Whether the only tab of a line stands between a character and the same as its first candidate. */
function beginsWithItself(line: string, point: number, length: number): boolean {
  return (
    line.codePointAt(0) === point &&
    line.indexOf('\t') === length &&
    line.codePointAt(length + 1) === point &&
    line.indexOf('\t', length + 1) === -1
  );
}

/** Candidates of one line after the other, as ids. */
class CandidateList {
  length = 0;
  readonly #ids: Uint32Array;
  readonly #elements: BigInt64Array;
  /** The lower halves of the elements, which in memory come first: making a BigInt of each takes far longer. */
  readonly #halves: Uint32Array;
  /** By id, the last line where it is a candidate. */
  readonly #lastLine: Uint32Array;

  constructor(ids: Uint32Array, capacity: number) {
    this.#ids = ids;
    this.#elements = new BigInt64Array(capacity);
    this.#halves = new Uint32Array(this.#elements.buffer);
    this.#lastLine = new Uint32Array(capacity);
  }

  push(id: number): void {
    this.#halves[2 * this.length++] = id;
  }

  /** The candidates from a place of a line on. */
  read(line: string, from: number, number: number, wrong: string[]): void {
    for (let at = from; at < line.length; at++) {
      const point = line.codePointAt(at)!;
      if (point > 0xffff) at++;
      const id = this.#ids[point]!;
      if (id === 0 || this.#lastLine[id] === number) {
        const finding = id === 0 ? 'must have a line of its own' : 'is there twice';
        wrong.push(`line ${number}: candidate ${String.fromCodePoint(point)} ${finding}`);
      }
      this.#lastLine[id] = number;
      this.push(id);
    }
  }

  toInt64(): BigInt64Array {
    return this.#elements.slice(0, this.length);
  }
}
