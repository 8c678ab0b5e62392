/** Converts texts into token ids by a model's `tokenizer.json`. */
import { isUtf8 } from 'node:buffer';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';
import { correct, type Parts, portable, type TokenizerFile } from './corrections.ts';

/** A text, or a pair that a model takes as one input, such as a premise and a hypothesis. */
export type Text = string | readonly [text: string, pair: string];

/** A text as a model takes it. */
export interface EncodedText {
  readonly ids: readonly number[];
  /** Token types: the sequence to which each token belongs. */
  readonly types: readonly number[];
  /** Number of tokens before truncation. */
  readonly tokens: number;
}

export type KeptSide = 'beginning' | 'end';

/** @param maxTokens tokens kept, special ones included; the text is cut at one side, and of two texts the longer one first */
export type Encode<Encoded extends EncodedText = EncodedText> = (
  text: Text,
  maxTokens: number,
  keptSide?: KeptSide,
) => Encoded;

/** The used part of the library's tokenizers, because Node's module resolution does not find its types. */
export interface Tokenizer extends Parts {
  encode(
    text: string,
    options?: { readonly add_special_tokens?: boolean },
  ): { readonly ids: readonly number[] };
  token_to_id(token: string): number | undefined;
  /** Puts special tokens around those of a text, or of two. */
  readonly post_processor:
    | (<Token>(tokens: readonly Token[], pair: readonly Token[] | null) => Processed<Token>)
    | null;
  readonly model: {
    (words: readonly string[]): string[];
    readonly tokens_to_ids: ReadonlyMap<string, number>;
    readonly unk_token_id: number | undefined;
  };
  readonly decoder: {
    decode(tokens: readonly string[]): string;
    readonly byte_decoder?: Record<string, string>;
  } | null;
  readonly added_tokens_map: ReadonlyMap<string, AddedToken>;
  readonly splitter_unnormalized: { split(text: string): string[] };
  readonly splitter_normalized: { split(text: string): string[] };
}

interface Processed<Token> {
  readonly tokens: readonly (Token | string)[];
  /** Tokens of the second text, if it was not merged. */
  readonly tokens_pair?: readonly Token[] | null | undefined;
  readonly token_type_ids?: readonly number[];
}

interface AddedToken {
  readonly id: number;
  /** Whether white space before and behind the token belongs to it. */
  readonly lstrip: boolean;
  readonly rstrip: boolean;
}

/**
 * Opens a tokenizer. Its library is loaded only here, so that models without texts do not wait for it. Truncation and padding
 * of `tokenizer.json` are ignored, because models set `maxTokens`, and batches are padded to the longest text.
 * @throws {ModelError} if the file is missing, has another hash, or has a tokenizer that the library does not know
 */
export function openTokenizer(file: string, sha256: string | undefined): Promise<Encode> {
  return loadTokenizer(file, sha256, encoder);
}

/** Like `openTokenizer`. @param make makes the result of the tokenizer and its file */
export async function loadTokenizer<Made>(
  file: string,
  sha256: string | undefined,
  make: (tokenizer: Tokenizer, rules: TokenizerFile) => Made,
): Promise<Made> {
  const bytes = await readVerified(file, sha256);
  const { Tokenizer: Library } = await import('@huggingface/tokenizers');
  try {
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text');
    const content = JSON.parse(bytes.toString('utf8')) as TokenizerFile;
    const rules = portable(content);
    const tokenizer = new Library(rules, {}) as unknown as Tokenizer;
    correct(tokenizer, content);
    return make(tokenizer, { ...rules, post_processor: content.post_processor });
  } catch (cause) {
    throw new ModelError(`${file} cannot be used as a tokenizer: ${(cause as Error).message}`, { cause });
  }
}

function encoder(tokenizer: Tokenizer): Encode {
  const layouts = [layoutOf(tokenizer, 1), layoutOf(tokenizer, 2)];
  return (text, maxTokens, keptSide = 'beginning') => {
    // The library takes an empty second text for none, so the two texts are tokenised separately.
    const parts = [text].flat().map((part) => tokenizer.encode(part, { add_special_tokens: false }).ids);
    const layout = layouts[parts.length - 1]!;
    const special = layout.filter(({ part }) => part === undefined).length;
    const lengths = longestFirst(
      parts.map(({ length }) => length),
      Math.max(0, maxTokens - special),
    );
    const kept = parts.map((ids, part) => {
      const start = keptSide === 'beginning' ? 0 : ids.length - lengths[part]!;
      return ids.slice(start, start + lengths[part]!);
    });
    return {
      ids: layout.flatMap(({ part, id }) => (part === undefined ? [id] : kept[part]!)),
      types: layout.flatMap(({ part, type }) => (part === undefined ? [type] : kept[part]!.map(() => type))),
      tokens: parts.reduce((sum, { length }) => sum + length, special),
    };
  };
}

/** An element of an input: a special token, or all tokens of a text. */
interface Place {
  readonly part: number | undefined;
  readonly id: number;
  readonly type: number;
}

/** No tokens of a text. */
const PARTS = ['\0text', '\0pair'];

/** The order of texts and special tokens, found by tokenising texts of one token. @throws Error for a token without id */
function layoutOf(tokenizer: Tokenizer, count: 1 | 2): readonly Place[] {
  const [first, second] = PARTS.slice(0, count).map((part) => [part]);
  const plain: Processed<string> = { tokens: first!, tokens_pair: second };
  const { tokens, tokens_pair, token_type_ids } = tokenizer.post_processor?.(first!, second ?? null) ?? plain;
  return [...tokens, ...(tokens_pair ?? [])].map((token, place) => {
    const part = PARTS.indexOf(token);
    const type = token_type_ids?.[place] ?? Math.max(part, 0);
    if (part !== -1) return { part, id: -1, type };
    const id = tokenizer.token_to_id(token);
    if (id === undefined)
      throw new Error(`its post-processor has the token "${token}", but its model does not`);
    return { part: undefined, id, type };
  });
}

/**
 * Number of tokens kept of each text: `longest_first` of Hugging Face's `tokenizers` (Rust, `truncate_encodings`).
 * @param lengths of one text, or of two
 */
function longestFirst(lengths: readonly number[], most: number): readonly number[] {
  const [first = 0, second] = lengths;
  if (second === undefined) return [Math.min(first, most)];
  if (first + second <= most) return lengths;
  const shorter = Math.min(first, second, Math.floor(most / 2));
  return first <= second ? [shorter, most - shorter] : [most - shorter, shorter];
}
