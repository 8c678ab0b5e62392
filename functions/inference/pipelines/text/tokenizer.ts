/** Converts texts into token ids by a model's `tokenizer.json`, with the library of Hugging Face that makes these files. */
import { isUtf8 } from 'node:buffer';
import type { Encoding, Tokenizer } from 'tokenizers';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';

/** A text, or a pair that a model takes as one input, such as a premise and a hypothesis. */
export type Text = string | readonly [text: string, pair: string];

export interface EncodedText {
  readonly ids: readonly number[];
  /** Token types: the sequence to which each token belongs. */
  readonly types: readonly number[];
  /** Number of tokens before truncation. */
  readonly tokens: number;
}

/** @param maxTokens limit of tokens, special ones included. Texts are cut at their end, and in a pair the longer one first */
export type Encode<Encoded extends EncodedText = EncodedText> = (
  text: Text,
  maxTokens: number,
) => Promise<Encoded>;

/** @throws {ModelError} if the file is missing, has another hash, or holds no tokenizer that the library can read */
export async function openTokenizer(file: string, sha256: string | undefined): Promise<Encode> {
  const { tokenizer } = await loadTokenizer(file, sha256);
  return async (text, maxTokens) => {
    const encoding = typeof text === 'string' ? tokenizer.encode(text) : tokenizer.encode(...text);
    return truncated(await encoding, maxTokens);
  };
}

/**
 * Loads a tokenizer, and the content of its file. The library is loaded only here, so that models without texts do not wait for
 * it. Truncation and padding of `tokenizer.json` are ignored, because models set `maxTokens`, and batches are padded to the
 * longest text.
 * @throws {ModelError} as `openTokenizer` does
 */
export async function loadTokenizer(
  file: string,
  sha256: string | undefined,
): Promise<{ readonly tokenizer: Tokenizer; readonly content: string }> {
  const bytes = await readVerified(file, sha256);
  const { Tokenizer: Library } = await import('tokenizers');
  try {
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text');
    const content = bytes.toString('utf8');
    const tokenizer = Library.fromString(content);
    tokenizer.disableTruncation();
    tokenizer.disablePadding();
    return { tokenizer, content };
  } catch (cause) {
    throw new ModelError(`${file} cannot be used as a tokenizer: ${(cause as Error).message}`, { cause });
  }
}

/** @returns `ids` and `types` of the kept tokens, and `kept`, the indexes of these tokens in `encoding` */
export function truncated(
  encoding: Encoding,
  maxTokens: number,
): EncodedText & { readonly kept: readonly number[] } {
  const [ids, types] = [encoding.getIds(), encoding.getTypeIds()];
  const tokens = ids.length;
  if (tokens <= maxTokens) return { ids, types, tokens, kept: [...ids.keys()] };
  const kept = keptOf(encoding.getSequenceIds(), maxTokens);
  return { ids: kept.map((token) => ids[token]!), types: kept.map((token) => types[token]!), tokens, kept };
}

/** @param sequences the text to which each token belongs, 0 or 1; no number for special tokens, which are all kept */
function keptOf(sequences: ReturnType<Encoding['getSequenceIds']>, maxTokens: number): number[] {
  const tokens = [...sequences.keys()];
  const special = tokens.filter((token) => typeof sequences[token] !== 'number');
  const texts = [0, 1].map((text) => tokens.filter((token) => sequences[token] === text));
  const [first, second] = texts.map(({ length }) => length) as [number, number];
  const lengths = longestFirst(first, second, Math.max(0, maxTokens - special.length));
  const kept = texts.flatMap((text, index) => text.slice(0, lengths[index]));
  return [...special, ...kept].sort((one, other) => one - other);
}

/**
 * Number of tokens kept of each text, as by `longest_first` in the library's `truncate_encodings`. The library itself has the
 * limit as a setting of the tokenizer, so it cannot truncate for members that share a tokenizer but differ in `maxTokens`.
 */
function longestFirst(first: number, second: number, most: number): [first: number, second: number] {
  if (first + second <= most) return [first, second];
  const shorter = Math.min(first, second, Math.floor(most / 2));
  return first <= second ? [shorter, most - shorter] : [most - shorter, shorter];
}
