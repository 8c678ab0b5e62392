/** Tokenises a text with the place of each token, as `TokenClassificationPipeline` of Hugging Face's `transformers` 5 does. */
import { type Encode, type EncodedText, loadTokenizer, truncated } from '../text/tokenizer.ts';

/** Position in code points of the sent text, as Python counts characters; the end is exclusive. */
export type Place = readonly [start: number, end: number];

export interface PlacedToken {
  /** Text of the token in the vocabulary; for an unknown one, the sent text. */
  readonly word: string;
  readonly place: Place;
  /** Whether the token continues the word of the previous token. */
  readonly isSubword: boolean;
}

export interface PlacedTokens extends EncodedText {
  /** The tokens that truncation leaves; undefined for special tokens. */
  readonly placed: readonly (PlacedToken | undefined)[];
  /** Decodes tokens, or texts of tokens. */
  decode(words: readonly string[]): string;
}

/** The fields of `tokenizer.json` that are read here. */
interface TokenizerFile {
  readonly model: {
    readonly continuing_subword_prefix?: string | null;
    /** The token for unknown text. Unigram has `unk_id`, an index in `vocab`, instead. */
    readonly unk_token?: string | null;
    readonly unk_id?: number | null;
  };
}

/** @throws {ModelError} as `openTokenizer` does */
export async function openPlacingTokenizer(
  file: string,
  sha256: string | undefined,
): Promise<Encode<PlacedTokens>> {
  const { tokenizer, content } = await loadTokenizer(file, sha256);
  const { model } = JSON.parse(content) as TokenizerFile;
  const unknown = model.unk_id ?? (model.unk_token ? tokenizer.tokenToId(model.unk_token) : undefined);
  const decoder = tokenizer.getDecoder();
  const decode = (words: readonly string[]) => decoder?.decode([...words]) ?? words.join(' ');
  return async (text, maxTokens) => {
    if (typeof text !== 'string') throw new Error('pairs of texts have no entities');
    const encoding = await tokenizer.encode(text);
    const { kept, ...encoded } = truncated(encoding, maxTokens);
    const [offsets, sequences] = [encoding.getOffsets(), encoding.getSequenceIds()];
    const characters = Array.from(text);
    const placed = kept.map((token, index): PlacedToken | undefined => {
      if (typeof sequences[token] !== 'number') return undefined;
      const place = offsets[token] as unknown as Place;
      const [start, end] = place;
      const id = encoded.ids[index]!;
      if (id === unknown) return { word: characters.slice(start, end).join(''), place, isSubword: false };
      const word = tokenizer.idToToken(id)!;
      // If the tokens do not mark continuations, words are separated by spaces.
      const isSubword = model.continuing_subword_prefix
        ? Array.from(word).length !== end - start
        : start > 0 && !characters.slice(start - 1, start + 1).includes(' ');
      return { word, place, isSubword };
    });
    return { ...encoded, placed, decode };
  };
}
