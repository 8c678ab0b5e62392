/** Embeddings of texts or pictures: pooling, normalisation, the mean of members, and similarity. */
import * as v from 'valibot';
import { ModelError } from '../model/model-error.ts';
import type { Tensor } from '../model/tensors.ts';
import type { Vote } from './pipeline.ts';
import { addVotes, weightOf } from './votes.ts';

/** How the states of tokens become one embedding; `cls` is the state of the first token. */
export const POOLING = ['mean', 'cls', 'max'] as const;
export type Pooling = (typeof POOLING)[number];

/** Fields of `ensemble.json` that members may override. */
export const OutputSchema = v.strictObject({ name: v.optional(v.string()) });
export const PoolingSchema = v.picklist(POOLING);

/** A shorter vector is not normalised, because it has no direction. */
const SHORTEST = 1e-12;

/** The embeddings of a request. */
export interface Embeddings {
  /** One for each text or picture, all of one size. */
  readonly embeddings: readonly Float32Array[];
}

/**
 * Pools the states of tokens into one embedding.
 * @param states FP32 [L, size]
 * @param count number of tokens; L may be larger because of padding
 */
export function pooled(states: Float32Array, size: number, count: number, pooling: Pooling): Float32Array {
  const tokens = pooling === 'cls' ? 1 : count;
  const embedding = states.slice(0, size);
  for (let place = size; place < tokens * size; place++) {
    const dimension = place % size;
    if (pooling === 'mean') embedding[dimension]! += states[place]!;
    else embedding[dimension] = Math.max(embedding[dimension]!, states[place]!);
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

/** The weighted mean of the members' embeddings. */
export function meanOf(votes: readonly Vote<readonly Float32Array[]>[]): Float32Array[] {
  const [first, ...others] = votes;
  if (others.length === 0) return [...first!.memberOutput];
  const weights = weightOf(votes);
  return first!.memberOutput.map(({ length }, text) => {
    const sums = addVotes(new Float64Array(length), votes, (embeddings) => embeddings[text]!);
    return Float32Array.from(sums, (sum) => sum / weights);
  });
}

/** Number of embeddings, and of elements of each, that the page shows. */
const EMBEDDINGS_SHOWN = 20;
const ELEMENTS_SHOWN = 10;

/** Embeddings in the form that the page shows. */
export function explainedEmbeddings(embeddings: readonly Float32Array[]) {
  const shown = embeddings.slice(0, EMBEDDINGS_SHOWN);
  return {
    size: embeddings[0]?.length ?? 0,
    first: shown.map((embedding) => [...embedding.subarray(0, ELEMENTS_SHOWN)]),
    similarities: similaritiesOf(shown.map(normalized)),
  };
}

export function embeddingSummary({ embeddings: { length } }: Embeddings) {
  return { prediction: length === 1 ? '1 embedding' : `${length} embeddings` };
}

/**
 * @param size according to the graphs; -1 if none says it
 * @throws {ModelError} if a member returns another size
 */
export function requireSize(embedding: Float32Array, size: number, file: string): void {
  const { length } = embedding;
  if (size > 0 && length !== size) {
    throw new ModelError(`${file} gives embeddings of ${length} elements, not ${size}`);
  }
}

/** Cosine similarity of each pair, -1 to 1. @param embeddings of length 1 */
function similaritiesOf(embeddings: readonly Float32Array[]): number[][] {
  return embeddings.map((one) =>
    embeddings.map((other) => one.reduce((sum, value, place) => sum + value * other[place]!, 0)),
  );
}

/** FP32 [embeddings, size] */
export function tensorOf({ embeddings }: Embeddings): Tensor {
  const size = embeddings[0]?.length ?? 0;
  const data = new Float32Array(embeddings.length * size);
  for (const [place, embedding] of embeddings.entries()) data.set(embedding, place * size);
  return { datatype: 'FP32', shape: [embeddings.length, size], data };
}
