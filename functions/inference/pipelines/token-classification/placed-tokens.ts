/** Tokenises a text with the place of each token in the sent text. */
import type { Rules, TokenizerFile } from '../text/corrections.ts';
import { type Encode, type EncodedText, loadTokenizer, type Tokenizer } from '../text/tokenizer.ts';
import { normalized, type Place, type PlacedText, part, placed, wordsOf } from './placed-text.ts';

export interface PlacedToken {
  /** Text of the token in the vocabulary; for an unknown one, the sent text. */
  readonly word: string;
  readonly id: number;
  readonly place: Place;
  /** Whether it continues the word of the token before. */
  readonly isSubword: boolean;
}

export interface PlacedTokens extends EncodedText {
  /** One for each token after truncation; undefined for special tokens. */
  readonly placed: readonly (PlacedToken | undefined)[];
  /** Decodes tokens, or texts of tokens. */
  decode(words: readonly string[]): string;
}

/** @throws {ModelError} as `openTokenizer` does */
export function openPlacingTokenizer(
  file: string,
  sha256: string | undefined,
): Promise<Encode<PlacedTokens>> {
  return loadTokenizer(file, sha256, placingEncoder);
}

function placingEncoder(tokenizer: Tokenizer, rules: TokenizerFile): Encode<PlacedTokens> {
  const { model, added_tokens_map: added, post_processor: finish } = tokenizer;
  const trimming = trimmingIn(rules.post_processor);
  const decode = decoderOf(tokenizer, rules.decoder);
  const idOf = (token: string) =>
    added.get(token)?.id ?? model.tokens_to_ids.get(token) ?? model.unk_token_id ?? 0;
  return (text, maxTokens) => {
    if (typeof text !== 'string') throw new Error('pairs of texts have no entities');
    const characters = Array.from(text);
    const own = tokensOf(text, tokenizer, rules).map(([token, whole], index): PlacedToken => {
      const id = idOf(token);
      const place = trimming ? trimmed(token, whole, index === 0, trimming) : whole;
      const [start, end] = place;
      if (id === model.unk_token_id) {
        return { word: characters.slice(start, end).join(''), id, place, isSubword: false };
      }
      // If the tokens do not mark continuations, words are separated by spaces.
      const isSubword = rules.model.continuing_subword_prefix
        ? Array.from(token).length !== end - start
        : start > 0 && !characters.slice(start - 1, start + 1).includes(' ');
      return { word: token, id, place, isSubword };
    });
    const { tokens: all, token_type_ids: types } = finish?.(own, null) ?? { tokens: own };
    const behind = all.length - 1 - all.findLastIndex((token) => typeof token !== 'string');
    const kept = <Item>(items: readonly Item[]): readonly Item[] =>
      items.length <= maxTokens
        ? items
        : [...items.slice(0, maxTokens - behind), ...items.slice(items.length - behind)];
    const counted = kept(all);
    return {
      ids: counted.map((token) => (typeof token === 'string' ? idOf(token) : token.id)),
      types: types ? kept(types) : counted.map(() => 0),
      tokens: all.length,
      placed: counted.map((token) => (typeof token === 'string' ? undefined : token)),
      decode,
    };
  };
}

/** The tokens of the text itself, as the library makes them. */
function tokensOf(text: string, tokenizer: Tokenizer, rules: TokenizerFile): [string, Place][] {
  const { normalizer, pre_tokenizer: split, model, added_tokens_map: added } = tokenizer;
  return sectionsOf(placed(text), tokenizer, tokenizer.splitter_unnormalized).flatMap((section, index) => {
    if (section.text === '' || added.has(section.text)) return wholeOf(section);
    const normal = normalizer ? normalized(section, normalizer, rules.normalizer!) : section;
    return sectionsOf(normal, tokenizer, tokenizer.splitter_normalized).flatMap((piece) => {
      if (piece.text === '' || added.has(piece.text)) return wholeOf(piece);
      const words = split ? wordsOf(piece, split, rules.pre_tokenizer!, index) : [piece];
      return words.flatMap((word) => placesIn(word, model([word.text]), rules.model));
    });
  });
}

function wholeOf({ text, places }: PlacedText): [string, Place][] {
  return text === '' ? [] : [[text, [places[0]![0], places.at(-1)![1]]]];
}

/** The text, cut at its added tokens, which may include surrounding white space. */
function sectionsOf(
  source: PlacedText,
  { added_tokens_map: added }: Tokenizer,
  splitter: Tokenizer['splitter_normalized'],
): PlacedText[] {
  let end = 0;
  const sections = splitter.split(source.text).map(({ length }) => {
    end += length;
    return part(source, end - length, end);
  });
  for (const [index, { text }] of sections.entries()) {
    const token = added.get(text);
    const [before, behind] = [sections[index - 1], sections[index + 1]];
    if (token?.lstrip && before) sections[index - 1] = part(before, 0, before.text.trimEnd().length);
    if (token?.rstrip && behind)
      sections[index + 1] = part(behind, behind.text.length - behind.text.trimStart().length);
  }
  return sections;
}

/** A token for one byte of a character that has no token. */
const BYTE = /^<0x[\dA-F]{2}>$/;

/** Places of the tokens of a word. An unknown token gets the part that no other token covers. */
function placesIn(
  { text, places }: PlacedText,
  tokens: readonly string[],
  { continuing_subword_prefix: prefix, end_of_word_suffix: suffix }: TokenizerFile['model'],
): [string, Place][] {
  const contents = tokens.map((token, index) => {
    const start = prefix && index > 0 && token.startsWith(prefix) ? prefix.length : 0;
    const isLast = index === tokens.length - 1;
    return suffix && isLast && token.endsWith(suffix)
      ? token.slice(start, -suffix.length)
      : token.slice(start);
  });
  let end = 0;
  let bytesLeft = 0;
  return tokens.map((token, index) => {
    const start = end;
    const { length } = String.fromCodePoint(text.codePointAt(start) ?? 0);
    let taken = contents[index]!.length;
    if (!text.startsWith(contents[index]!, start)) {
      if (BYTE.test(token)) {
        // The bytes of a character share its place.
        bytesLeft = (bytesLeft || Buffer.byteLength(text.slice(start, start + length))) - 1;
        taken = length;
      } else {
        const next = contents[index + 1];
        const found = next === undefined ? text.length : text.indexOf(next, start + 1);
        taken = found > start ? found - start : length;
      }
    }
    if (bytesLeft === 0) end = start + taken;
    return [token, [places[start]![0], places[Math.min(start + taken, places.length) - 1]![1]]];
  });
}

/** The post-processor that trims spaces from places, if there is one. */
function trimmingIn(rules: Rules | null | undefined): Rules | undefined {
  if (rules?.processors) return rules.processors.map(trimmingIn).find((found) => found);
  return rules?.trim_offsets ? rules : undefined;
}

/** As in `process_offsets` of Rust's byte-level post-processor, which counts spaces as characters of the place. */
function trimmed(
  token: string,
  place: Place,
  isFirst: boolean,
  { add_prefix_space: prefixed }: Rules,
): Place {
  const [all = '', leading = '', trailing = ''] =
    /^([Ġ\p{White_Space}]*).*?([Ġ\p{White_Space}]*)$/su.exec(token) ?? [];
  let [start, end] = place;
  const own = prefixed && (isFirst || start === 0) ? 1 : 0;
  const spaces = all.length === leading.length ? leading.length : trailing.length;
  start = Math.min(start + Math.max(leading.length - own, 0), end);
  if (end >= spaces) end = Math.max(end - spaces, start);
  return [start, end];
}

/** As in Rust's decoders; the library's differ for bytes and spaces. */
function decoderOf({ decoder }: Tokenizer, rules: Rules | null | undefined) {
  return (tokens: readonly string[]): string => {
    if (!decoder) return tokens.join(' ');
    if (rules?.type === 'ByteLevel') return fromBytes(tokens, decoder.byte_decoder!);
    if (rules?.type !== 'Metaspace') return decoder.decode(tokens);
    const { replacement = '▁', prepend_scheme: scheme } = rules;
    const [first = '', ...others] = tokens;
    const start = first.replaceAll(replacement, scheme === 'never' ? ' ' : '');
    return start + others.join('').replaceAll(replacement, ' ');
  };
}

/** A token with a character that stands for no byte is plain text. */
function fromBytes(tokens: readonly string[], byteOf: Readonly<Record<string, string>>): string {
  const bytes = tokens.map((token) => {
    const numbers = Array.from(token, (character) => byteOf[character]);
    return numbers.includes(undefined) ? Buffer.from(token) : Buffer.from(numbers.map(Number));
  });
  return Buffer.concat(bytes).toString('utf8');
}
