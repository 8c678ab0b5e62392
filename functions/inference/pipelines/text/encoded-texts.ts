/** The texts of a request as what each member takes: one part a text, so that batches are made of texts of one length. */
import path from 'node:path';
import type { Tensor, Tensors } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { Feeds, Graph } from '../pipeline.ts';
import { type TextInputs, textInputsOf } from './graph.ts';
import type { TextManifest } from './manifest.ts';
import type { TextInput, TextOutput } from './tensor-view.ts';
import { type Encode, type EncodedText, openTokenizer } from './tokenizer.ts';

/** Tokens of the text that members are warmed up with. */
const BLANK_TOKENS = 32;
/** Of all texts of a request together, in UTF-16 units: to tokenise more takes a large part of a second. */
const MOST_CHARACTERS = 200_000;

/** How one member takes texts. */
interface Format {
  readonly inputs: TextInputs;
  readonly file: string;
  readonly sha256: string | undefined;
  readonly maxTokens: number;
}

/** Tokenises the texts of requests, for members that may have tokenizers of their own. */
export class TextEncoder {
  readonly #formats: readonly Format[];
  readonly #manifest: TextManifest;
  readonly #tokenizers = new Map<string, Promise<Encode>>();
  /** The steps of a pipeline from requests to members. */
  readonly steps = {
    decode: (request: TextInput) => this.#decode(request),
    work: (request: TextInput) => this.#work(request),
    padded: true,
    warmUp: async () => {
      await Promise.all(this.#formats.map((_, member) => this.#tokenizer(member)));
    },
    blank: () => this.#blank(),
  };
  /** By request and member: decoding, its work and each vote need the tokens. */
  readonly #encoded = new WeakMap<TextInput, Map<number, readonly EncodedText[]>>();

  /** @throws {ModelError} where a graph does not take texts */
  constructor(manifest: TextManifest, directory: string, graphs: readonly Graph[]) {
    this.#manifest = manifest;
    this.#formats = graphs.map((graph, member) => {
      const own = manifest.members[member];
      const { file, sha256 } = own?.tokenizer ?? manifest.tokenizer;
      return {
        inputs: textInputsOf(graph),
        file: path.join(directory, file),
        sha256,
        maxTokens: own?.maxTokens ?? manifest.maxTokens,
      };
    });
  }

  /** @throws {Problem} where there are too many texts, or one is too long for the first member and must not be cut */
  async #decode(request: TextInput): Promise<Feeds> {
    requireSize(request, this.#manifest.maxTexts);
    await this.#encode(request, 0);
    return async (member) => {
      const texts = await this.#encode(request, member);
      return texts.map((text) => toTensors(text, this.#formats[member]!.inputs));
    };
  }

  #blank(): (member: number) => Tensors {
    const ids = new Array<number>(BLANK_TOKENS).fill(0);
    return (member) => {
      const { inputs, maxTokens } = this.#formats[member]!;
      return toTensors({ ids: ids.slice(0, maxTokens), types: undefined, tokens: BLANK_TOKENS }, inputs);
    };
  }

  /** Tokens of a decoded request for the first member, as a multiple of the blank one's. */
  #work(request: TextInput): number {
    const texts = this.#encoded.get(request)?.get(0);
    if (!texts) return 1;
    return texts.reduce((sum, { ids }) => sum + ids.length, 0) / BLANK_TOKENS;
  }

  /** What is said of the texts of a decoded request: a text is truncated where it was for any member that ran. */
  said(request: TextInput): TextOutput {
    const encoded = [...(this.#encoded.get(request)?.values() ?? [])];
    const isTruncated = (index: number) =>
      encoded.some((texts) => texts[index]!.tokens > texts[index]!.ids.length);
    return {
      tokens: encoded[0]?.map(({ ids }) => ids.length) ?? [],
      truncated: [...request.texts.keys()].filter(isTruncated),
    };
  }

  async #encode(request: TextInput, member: number): Promise<readonly EncodedText[]> {
    const known = this.#encoded.get(request) ?? new Map<number, readonly EncodedText[]>();
    this.#encoded.set(request, known);
    const { maxTokens, file } = this.#formats[member]!;
    const alike = this.#formats.findIndex((format) => format.file === file && format.maxTokens === maxTokens);
    const texts = known.get(alike);
    if (texts) return texts;
    const encode = await this.#tokenizer(alike);
    const encoded = request.texts.map((text) => encode(text, maxTokens));
    const longer = encoded.findIndex(({ tokens }) => tokens > maxTokens);
    if (longer >= 0 && this.#manifest.longer === 'refuse') {
      const { tokens } = encoded[longer]!;
      throw new Problem(
        'text-too-long',
        `Text ${longer} has ${tokens} tokens, and the model takes at most ${maxTokens}.`,
      );
    }
    known.set(alike, encoded);
    return encoded;
  }

  #tokenizer(member: number): Promise<Encode> {
    const { file, sha256 } = this.#formats[member]!;
    const known = this.#tokenizers.get(file) ?? openTokenizer(file, sha256);
    this.#tokenizers.set(file, known);
    return known;
  }
}

function requireSize({ texts }: TextInput, maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new Problem(
      'invalid-request',
      `There are ${texts.length} texts; the model takes at most ${maxTexts} of them at once.`,
    );
  }
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters > MOST_CHARACTERS) {
    throw new Problem(
      'text-too-long',
      `The texts have ${characters} characters; at most ${MOST_CHARACTERS} are taken at once.`,
    );
  }
}

/** A text without any token, which only a tokenizer without special tokens makes, has one that is not looked at. */
export function toTensors({ ids, types }: EncodedText, inputs: TextInputs): Tensors {
  const length = Math.max(ids.length, 1);
  const elements = { input_ids: ids, attention_mask: ids.map(() => 1), token_type_ids: types ?? [] };
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
