/** Texts as token ids, by a model's `tokenizer.json`. */
import { isUtf8 } from 'node:buffer';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';
import { correct, type Parts, portable, type TokenizerFile } from './corrections.ts';

/** A text as a model takes it. */
export interface EncodedText {
  readonly ids: readonly number[];
  /** Which sequence each token belongs to; undefined where the tokenizer does not say: to the first. */
  readonly types: readonly number[] | undefined;
  /** Tokens of the whole text, those included that were cut off. */
  readonly tokens: number;
}

/** @param maxTokens tokens kept, special ones included; the first ones and the special ones stay */
export type Encode = (text: string, maxTokens: number) => EncodedText;

/** As much of the library's tokenizers as is used here: the types that it comes with are not found by Node's rules. */
interface Tokenizer extends Parts {
  encode(
    text: string,
    options?: { readonly add_special_tokens?: boolean; readonly return_token_type_ids?: boolean },
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] };
}

/**
 * Opens a tokenizer. Its library is loaded only here, so that models without texts do not wait for it.
 *
 * What `tokenizer.json` says of truncation and padding is of no account: models say `maxTokens`, and batches are padded
 * to the longest text.
 *
 * @throws {ModelError} when the file is missing, another one, or no tokenizer that the library knows
 */
export async function openTokenizer(file: string, sha256: string | undefined): Promise<Encode> {
  const bytes = await readVerified(file, sha256);
  const { Tokenizer: Library } = await import('@huggingface/tokenizers');
  let tokenizer: Tokenizer;
  try {
    if (!isUtf8(bytes)) throw new Error('it is no text in UTF-8');
    const content = JSON.parse(bytes.toString('utf8')) as TokenizerFile;
    tokenizer = new Library(portable(content), {});
    correct(tokenizer, content);
    return encoder(tokenizer);
  } catch (cause) {
    throw new ModelError(`${file} is no tokenizer that can be used: ${(cause as Error).message}`, { cause });
  }
}

function encoder(tokenizer: Tokenizer): Encode {
  const last = specialTokensBehind(tokenizer);
  return (text, maxTokens) => {
    const { ids, token_type_ids: types } = tokenizer.encode(text, { return_token_type_ids: true });
    const kept = <Item>(items: readonly Item[]): readonly Item[] =>
      items.length <= maxTokens
        ? items
        : [...items.slice(0, Math.max(0, maxTokens - last)), ...items.slice(items.length - last)];
    return { ids: kept(ids), types: types && kept(types), tokens: ids.length };
  };
}

/** How many special tokens stand behind a text: they stay where it is cut. */
function specialTokensBehind(tokenizer: Tokenizer): number {
  const text = 'a';
  const { ids } = tokenizer.encode(text);
  const { ids: own } = tokenizer.encode(text, { add_special_tokens: false });
  const start = ids.findIndex((_, place) => own.every((id, index) => ids[place + index] === id));
  return ids.length - Math.max(start, 0) - own.length;
}
