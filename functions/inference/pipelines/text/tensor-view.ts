/** Texts as tensors, for contracts that only know tensors. */
import { describeTensor, fits, type TensorInfo, type Tensors } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { outputOf } from '../shared/tensors.ts';
import { unknownInput } from '../tensor/tensor-view.ts';
import type { Text } from './tokenizer.ts';

/** The input of all pipelines of texts except `text-correction`. Each element is a text in UTF-8. */
export const TEXT: TensorInfo = { name: 'text', datatype: 'BYTES', shape: [-1] };
/** The optional input of pipelines that take pairs: the second text of each pair. */
export const TEXT_PAIR: TensorInfo = { ...TEXT, name: 'text_pair' };
/** The output with a boolean for each text: whether it was truncated. */
export const TRUNCATED = outputOf<TextOutput>('truncated', 'BOOL', [-1], ({ tokens, truncated }) => {
  const indexes = new Set(truncated);
  return tokens.map((_, index) => Number(indexes.has(index)));
});

/** @throws {Problem} `invalid-tensor` */
export function textsIn(tensors: Tensors) {
  return { texts: readTexts(tensors, [TEXT], noneSent) };
}

/** Texts, or pairs of texts if there is a second input. @throws {Problem} `invalid-tensor` */
export function pairsIn(tensors: Tensors): TextInput {
  const texts = readTexts(tensors, [TEXT, TEXT_PAIR], noneSent);
  if (!tensors[TEXT_PAIR.name]) return { texts };
  const pairs = readTexts(tensors, [TEXT_PAIR, TEXT], (count) =>
    count === texts.length ? undefined : `with as many elements as "text", which has ${texts.length}`,
  );
  return { texts: texts.map((text, index) => [text, pairs[index]!]) };
}

const noneSent = (count: number) => (count === 0 ? 'with at least one text' : undefined);

/**
 * The texts of an input.
 * @param inputs that the model has; the first one is read
 * @param wrongCount returns what would be right if the number of texts is wrong, else undefined
 * @throws {Problem} `invalid-tensor`
 */
export function readTexts(
  tensors: Tensors,
  inputs: readonly [TensorInfo, ...TensorInfo[]],
  wrongCount: (count: number) => string | undefined,
): string[] {
  const [input] = inputs;
  const refused = (how: string) =>
    new Problem('invalid-tensor', `Input "${input.name}" must be ${describeTensor(input)}, ${how}.`);
  const unknown = Object.keys(tensors).find((sent) => inputs.every(({ name }) => name !== sent));
  if (unknown !== undefined) throw unknownInput(unknown, inputs);
  const tensor = tensors[input.name];
  if (!tensor) throw refused('and is missing');
  if (tensor.datatype !== 'BYTES' || !fits(tensor, input)) throw refused(`not ${describeTensor(tensor)}`);
  const wrong = wrongCount(tensor.data.length);
  if (wrong) throw refused(wrong);
  return tensor.data.map((bytes, index) => {
    try {
      // A byte order mark stays, because a text that is not changed must be returned as it was sent.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw refused(`each in UTF-8; element ${index} is not`);
    }
  });
}

/** Texts, or pairs of texts, each of which is predicted alone. */
export interface TextInput {
  /** Texts in well-formed Unicode, at least one; any of them may be empty. */
  readonly texts: readonly Text[];
  /** How texts that are longer than `maxTokens` are treated. @default the model's setting */
  readonly longer?: 'truncate' | 'refuse';
}

/** Facts about each text, in the responses of all pipelines that take a `TextInput`. */
export interface TextOutput {
  /** Number of tokens of each text, after truncation, for the first member. */
  readonly tokens: readonly number[];
  /** Indexes of the truncated texts. */
  readonly truncated: readonly number[];
}
