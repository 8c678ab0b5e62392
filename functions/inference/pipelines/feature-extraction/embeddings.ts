/** From the states of tokens to the embedding of a text, and from several embeddings to one. */
import type { Tensor, Tensors } from '../../model/tensors.ts';
import type { Vote } from '../pipeline.ts';
import { bytesOf, toBase64 } from '../tensors.ts';
import type { TextOutput } from '../text/tensor-view.ts';
import { addVotes, weightOf } from '../votes.ts';

/** How the states of a text's tokens become its embedding; `cls` is the state of the first token. */
export const POOLING = ['mean', 'cls', 'max'] as const;
export type Pooling = (typeof POOLING)[number];

/** Shorter vectors have no direction. */
const SHORTEST = 1e-12;

/**
 * The embedding of one text.
 *
 * @param given states FP32 [1, L, size], or the embedding itself, FP32 [1, size]
 * @param inputs with `attention_mask` [1, tokens]; L may be more where the text was padded
 */
export function pooled(
  given: Tensor & { datatype: 'FP32' },
  inputs: Tensors,
  pooling: Pooling,
): Float32Array {
  const { shape, data } = given;
  if (shape.length === 2) return data;
  const size = shape[2]!;
  const tokens = pooling === 'cls' ? 1 : inputs.attention_mask!.shape[1]!;
  const embedding = data.slice(0, size);
  for (let place = size; place < tokens * size; place++) {
    const dimension = place % size;
    if (pooling === 'mean') embedding[dimension]! += data[place]!;
    else embedding[dimension] = Math.max(embedding[dimension]!, data[place]!);
  }
  return pooling === 'mean' ? embedding.map((sum) => sum / tokens) : embedding;
}

/** The vector with a length of 1 in its direction. */
export function normalized(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.max(Math.sqrt(squares), SHORTEST);
  return vector.map((value) => value / length);
}

/** The weighted mean of what members made of each text. */
export function meanOf(votes: readonly Vote<readonly Float32Array[]>[]): Float32Array[] {
  const [first, ...others] = votes;
  if (others.length === 0) return [...first!.memberOutput];
  const weights = weightOf(votes);
  return first!.memberOutput.map(({ length }, text) => {
    const sums = addVotes(new Float64Array(length), votes, (embeddings) => embeddings[text]!);
    return Float32Array.from(sums, (sum) => sum / weights);
  });
}

type Packed = [embeddings: string[], tokens: readonly number[], truncated: readonly number[]];

/** `[embeddings in base64 of FP32, little-endian, tokens, truncated]` as JSON. */
export function packEmbeddings({ embeddings, tokens, truncated }: TextEmbeddings): string {
  return JSON.stringify([embeddings.map(toBase64), tokens, truncated] satisfies Packed);
}

export function unpackEmbeddings(text: string): TextEmbeddings {
  const [packed, tokens, truncated] = JSON.parse(text) as Packed;
  return { embeddings: packed.map((base64) => new Float32Array(bytesOf(base64).buffer)), tokens, truncated };
}

export interface TextEmbeddings extends TextOutput {
  /** Of each text, all of one size. */
  readonly embeddings: readonly Float32Array[];
}
