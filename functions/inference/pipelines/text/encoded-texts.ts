/** Tokenises texts for each member. Each text is a separate part of the request, so a batch can have texts of similar length. */
import path from 'node:path';
import type { Tensor, Tensors } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { Feeds, Graph } from '../pipeline.ts';
import { type TextInputs, type TextManifest, textInputsOf } from './format.ts';
import type { TextInput, TextOutput } from './tensor-view.ts';
import { type Encode, type EncodedText, openTokenizer } from './tokenizer.ts';

/** Number of tokens in the warm-up's text, unless `maxTokens` is lower. */
export const BLANK_TOKENS = 32;
/** Texts of different lengths, to see whether texts of a batch change each other. */
const CONTRASTING = [
  'What is it?',
  'A longer text, with 12 other words, is padded to no other one’s length.',
];
/** Limit of all texts of a request together, in UTF-16 units, because tokenising more takes a large part of a second. */
const MOST_CHARACTERS = 200_000;

/**
 * Tokenises the texts of requests for members, which may have their own tokenizers.
 * @param open opens a tokenizer that returns more than ids, for pipelines that need more
 * @returns the steps of a pipeline from requests to members, and functions for the tokens of a decoded request
 * @throws {ModelError} if a graph does not take texts
 */
export function textEncoder<Text extends EncodedText = EncodedText>(
  manifest: TextManifest,
  directory: string,
  graphs: readonly Graph[],
  open = openTokenizer as (file: string, sha256: string | undefined) => Promise<Encode<Text>>,
) {
  const formats = graphs.map((graph, member) => {
    const { tokenizer = manifest.tokenizer, maxTokens = manifest.maxTokens } = manifest.members[member] ?? {};
    const file = path.join(directory, tokenizer.file);
    /** Members with the same tokenizer and the same `maxTokens` share the tokens. */
    const key = `${maxTokens} ${file}`;
    return { ...tokenizer, file, maxTokens, key, inputs: textInputsOf(graph) };
  });
  const tokenizers = new Map<string, Promise<Encode<Text>>>();
  const tokenizerOf = (member: number) => {
    const { file, sha256 } = formats[member]!;
    const known = tokenizers.get(file) ?? open(file, sha256);
    tokenizers.set(file, known);
    return known;
  };
  /** Tokens by request and `key`. They are cached, because `decode`, `work` and the inputs of each member need them. */
  const encoded = new WeakMap<TextInput, Map<string, readonly Text[]>>();
  const encodedFor = async (request: TextInput, member: number) => {
    const known = encoded.get(request) ?? new Map<string, readonly Text[]>();
    encoded.set(request, known);
    const { key, maxTokens } = formats[member]!;
    const texts = known.get(key);
    if (texts) return texts;
    const encode = await tokenizerOf(member);
    const made = await Promise.all(request.texts.map((text) => encode(text, maxTokens)));
    const tooLong = made.findIndex(({ tokens }) => tokens > maxTokens);
    if (tooLong >= 0 && (request.longer ?? manifest.longer) === 'refuse') {
      throw new Problem(
        'text-too-long',
        `Text ${tooLong} has ${made[tooLong]!.tokens} tokens, and the model takes at most ${maxTokens}.`,
      );
    }
    known.set(key, made);
    return made;
  };
  return {
    steps: {
      /** @throws {Problem} for too many texts or characters; if `longer` is `refuse`, for a text too long for the first member */
      async decode(request: TextInput): Promise<Feeds> {
        requireSize(request, manifest.maxTexts);
        await encodedFor(request, 0);
        return async (member) => {
          const texts = await encodedFor(request, member);
          return texts.map((text) => toTensors(text, formats[member]!.inputs));
        };
      },
      /** Number of tokens of a decoded request for the first member, as a multiple of the blank request's. */
      work(request: TextInput): number {
        const texts = encoded.get(request)?.get(formats[0]!.key);
        if (!texts) return 1;
        return texts.reduce((sum, { ids }) => sum + ids.length, 0) / BLANK_TOKENS;
      },
      items: ({ texts: { length } }: TextInput) => ({
        name: 'texts',
        count: length,
        problem: 'text-too-long' as const,
      }),
      padded: true,
      async warmUp() {
        await Promise.all(formats.map((_, member) => tokenizerOf(member)));
      },
      blank: () => (member: number) => {
        const { inputs, maxTokens } = formats[member]!;
        const ids = new Array<number>(Math.min(BLANK_TOKENS, maxTokens)).fill(0);
        return [toTensors({ ids, types: [], tokens: BLANK_TOKENS }, inputs)];
      },
      async contrasting(member: number) {
        const { inputs, maxTokens } = formats[member]!;
        const encode = await tokenizerOf(member);
        const [short, long] = await Promise.all(CONTRASTING.map((text) => encode(text, maxTokens)));
        return [toTensors(short!, inputs), toTensors(long!, inputs)] as const;
      },
    },
    /** The texts of a decoded request, tokenised for the first member. */
    textsOf: (request: TextInput): readonly Text[] => encoded.get(request)?.get(formats[0]!.key) ?? [],
    /** A text counts as truncated if it was truncated for any member that ran. */
    textOutput(request: TextInput): TextOutput {
      const byMember = [...(encoded.get(request)?.values() ?? [])];
      return {
        tokens: byMember[0]?.map(({ ids }) => ids.length) ?? [],
        truncated: [...request.texts.keys()].filter((index) =>
          byMember.some((texts) => texts[index]!.tokens > texts[index]!.ids.length),
        ),
      };
    },
  };
}

function requireSize({ texts }: TextInput, maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new Problem(
      'invalid-request',
      `There are ${texts.length} texts; the model takes at most ${maxTexts} in a request.`,
    );
  }
  const characters = texts.flat().reduce((sum, { length }) => sum + length, 0);
  if (characters > MOST_CHARACTERS) {
    throw new Problem(
      'text-too-long',
      `The texts have ${characters} characters; a request may have at most ${MOST_CHARACTERS}.`,
    );
  }
}

/** Tokenizers without special tokens may return no token for a text. The text then gets a masked token. */
export function toTensors({ ids, types }: EncodedText, inputs: TextInputs): Tensors {
  const length = Math.max(ids.length, 1);
  const elements = { input_ids: ids, attention_mask: ids.map(() => 1), token_type_ids: types };
  return Object.fromEntries(
    inputs.map(({ name, datatype }): [string, Tensor] => {
      const shape = [1, length];
      if (datatype === 'INT32') {
        const data = new Int32Array(length);
        data.set(elements[name]);
        return [name, { datatype, shape, data }];
      }
      const data = new BigInt64Array(length);
      for (const [index, element] of elements[name].entries()) data[index] = BigInt(element);
      return [name, { datatype, shape, data }];
    }),
  );
}
