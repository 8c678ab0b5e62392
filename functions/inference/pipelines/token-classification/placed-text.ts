/**
 * Texts with the position of each character in the sent text, through normalisers and splitters, by the rules of Hugging Face's
 * `tokenizers` (Rust, `NormalizedString`). `@huggingface/tokenizers` 0.2 has no offsets.
 */
import type { Normalizer, Rules, Splitter } from '../text/corrections.ts';

/** In code points of the sent text, as Python counts characters; the end is exclusive. */
export type Place = readonly [start: number, end: number];

export interface PlacedText {
  readonly text: string;
  /** One place for each UTF-16 unit of the text. */
  readonly places: readonly Place[];
}

export function placed(text: string): PlacedText {
  const places: Place[] = [];
  let index = 0;
  for (const { length } of text) extend(places, length, [index, ++index]);
  return { text, places };
}

/** Appends a place `units` times. */
function extend(places: Place[], units: number, place: Place): void {
  for (let unit = 0; unit < units; unit++) places.push(place);
}

export function part({ text, places }: PlacedText, start: number, end?: number): PlacedText {
  return { text: text.slice(start, end), places: places.slice(start, end) };
}

function joined(parts: readonly PlacedText[]): PlacedText {
  return { text: parts.map(({ text }) => text).join(''), places: parts.flatMap(({ places }) => places) };
}

/** A text that comes from one place as a whole. */
function at(text: string, place: Place): PlacedText {
  return { text, places: spread(text, place) };
}

function spread(text: string, place: Place): Place[] {
  return new Array<Place>(text.length).fill(place);
}

/** @param rules the normaliser in `tokenizer.json` */
export function normalized(source: PlacedText, normalize: Normalizer, rules: Rules): PlacedText {
  const { type, normalizers } = rules;
  if (source.text === '') return source;
  if (normalizers) {
    return normalizers.reduce(
      (done, one, index) => normalized(done, normalize.normalizers![index]!, one),
      source,
    );
  }
  if (type === 'Replace') return replaced(source, normalize.pattern, rules.content ?? '');
  const text = normalize(source.text);
  if (type === 'Prepend') return joined([at(text.slice(0, -source.text.length), source.places[0]!), source]);
  if (type === 'Strip') {
    const start = source.text.indexOf(text);
    return part(source, start, start + text.length);
  }
  return text === source.text ? source : byGraphemes(source, normalize);
}

/** A replacement gets the place of the last replaced character. */
function replaced(source: PlacedText, pattern: RegExp | null | undefined, content: string): PlacedText {
  const parts: PlacedText[] = [];
  let end = 0;
  for (const { index, 0: match } of pattern ? source.text.matchAll(pattern) : []) {
    parts.push(part(source, end, index));
    end = index + match.length;
    parts.push(at(content, source.places[Math.max(end - 1, 0)]!));
  }
  return joined([...parts, part(source, end)]);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** No normaliser looks beyond a grapheme. */
function byGraphemes(source: PlacedText, normalize: Normalizer): PlacedText {
  let text = '';
  const places: Place[] = [];
  for (const { segment, index } of graphemes.segment(source.text)) {
    const whole = normalize(segment);
    const characters = segment.length === 1 ? [segment] : Array.from(segment);
    const single = characters.length === 1 ? [whole] : characters.map(normalize);
    // If characters are normalised one by one, each keeps its own place; otherwise places follow the order.
    const made = single.length === 1 || single.join('') === whole ? single : Array.from(whole);
    let start = index;
    for (const [number, one] of made.entries()) {
      extend(places, one.length, source.places[start]!);
      if (number < characters.length - 1) start += characters[number]!.length;
    }
    text += whole;
  }
  return { text, places };
}

/**
 * The words of a text, or for `ByteLevel` their bytes.
 *
 * @param rules the splitter in `tokenizer.json`
 * @param section how many parts of the sent text stand before this one
 */
export function wordsOf(source: PlacedText, split: Splitter, rules: Rules, section: number): PlacedText[] {
  const { type, pretokenizers } = rules;
  if (pretokenizers) {
    return pretokenizers.reduce(
      (texts, one, index) => texts.flatMap((text) => wordsOf(text, split.tokenizers![index]!, one, section)),
      [source],
    );
  }
  const words = split(source.text, { section_index: section });
  const units = type === 'ByteLevel' ? bytesOf(source) : source;
  /** Number of characters that the splitter adds before the text. They get the place of the text's first character. */
  const added = words.join('').length - units.places.length;
  const whole =
    added > 0
      ? { text: words.join(''), places: [...spread(' '.repeat(added), units.places[0]!), ...units.places] }
      : units;
  let end = 0;
  return words.map((word) => {
    // A splitter that drops characters does not change the others.
    const start = added < 0 ? whole.text.indexOf(word, end) : end;
    end = start + word.length;
    return { text: word, places: whole.places.slice(start, end) };
  });
}

/** One character for each byte in UTF-8. */
function bytesOf({ text, places }: PlacedText): PlacedText {
  const made: Place[] = [];
  let unit = 0;
  for (const character of text) {
    extend(made, Buffer.byteLength(character), places[unit]!);
    unit += character.length;
  }
  return { text: '', places: made };
}
