/** The characters that members know, and for each those that may stand in its place. */

/** Ids below this are no character: 0 stands beside a sentence, 1 for every character that is not known. */
export const FIRST_ID = 3;
const UNKNOWN = 1;

/** What a vocabulary is made of; `parseVocabulary` makes it. */
interface VocabularyTables {
  /** By id; empty below `FIRST_ID`. */
  readonly characters: readonly string[];
  /** By code point; 0 where a character is not known. */
  readonly ids: Uint32Array;
  /** Ids of the candidates of id 0, of id 1, and so on, of each itself first. */
  readonly candidates: BigInt64Array;
  /** Where those of each id begin, and after the last where they end. */
  readonly starts: Uint32Array;
}

/** Ids by character, and candidates by id. */
export class Vocabulary {
  readonly #tables: VocabularyTables;

  constructor(tables: VocabularyTables) {
    this.#tables = tables;
  }

  /** Ids are below this. */
  get size(): number {
    return this.#tables.characters.length;
  }

  /** The id of each character of a text. */
  encode(text: string): number[] {
    return codePointsOf(text).map((character) => this.#tables.ids[character] || this.#idOfForm(character));
  }

  /** How many may stand where this one was heard, itself included. */
  candidateCount(id: number): number {
    const { starts } = this.#tables;
    return starts[id + 1]! - starts[id]!;
  }

  /** Their ids, itself first. */
  candidates(id: number): BigInt64Array {
    const { candidates, starts } = this.#tables;
    return candidates.subarray(starts[id], starts[id + 1]);
  }

  /** One of them as text. */
  candidate(id: number, place: number): string {
    const { characters, candidates, starts } = this.#tables;
    return characters[Number(candidates[starts[id]! + place])]!;
  }

  #idOfForm(character: number): number {
    const form = lookUpForm(String.fromCodePoint(character)).codePointAt(0)!;
    return this.#tables.ids[form] || UNKNOWN;
  }
}

/** The Unicode code points of a text, half a surrogate pair being one as well: what this pipeline calls a character. */
function codePointsOf(text: string): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at)!;
    at += point > 0xffff ? 2 : 1;
    points.push(point);
  }
  return points;
}

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
