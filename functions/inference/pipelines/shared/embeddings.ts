/** Embeddings of texts or pictures: pooling, normalisation, the mean of members, and similarity. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import type { Tensor, Tensors } from '../../model/tensors.ts';
import { type Graph, sizeOf, type ValueInfo, type Vote } from '../pipeline.ts';
import { bytesOf, floatsOf, toBase64 } from './tensors.ts';
import { explainedMembers, meansOf } from './votes.ts';

/** How the states of tokens become one embedding; `cls` is the state of the first token. */
export const POOLING = ['mean', 'cls', 'max'] as const;
export type Pooling = (typeof POOLING)[number];

const OutputSchema = strictFields({ name: v.optional(v.string()) });
const PoolingSchema = v.picklist(POOLING);

/** Fields of `ensemble.json`. The parameters are the defaults of the fields `pooling` and `normalize`. */
export const embeddingFields = (pooling: Pooling, normalize: boolean) => ({
  /** Name of the graph's output. @default the first usual name that the graph has, or the only output of the right shape */
  output: v.optional(OutputSchema, {}),
  /** Without effect if the graph returns one vector for each text or picture. */
  pooling: v.optional(PoolingSchema, pooling),
  /** Whether embeddings have a length of 1, so that a scalar product is their cosine similarity. */
  normalize: v.optional(v.boolean(), normalize),
});

/** The fields that members may override. */
export const EMBEDDING_MEMBER_FIELDS = {
  output: v.optional(OutputSchema),
  pooling: v.optional(PoolingSchema),
};

interface EmbeddingFormat {
  readonly output: ValueInfo;
  readonly pooling: Pooling;
}

/** Least divisor of a vector when it is normalised, as in PyTorch: a vector of zeros stays unchanged. */
const SHORTEST = 1e-12;

export interface Embeddings {
  /** One embedding for each text or picture, all of one size. */
  readonly embeddings: readonly Float32Array[];
}

/**
 * Pools the states of tokens into one embedding.
 * @param states FP32 [L, size]
 * @param count number of tokens; L may be larger because of padding
 */
function pooled(states: Float32Array, size: number, count: number, pooling: Pooling): Float32Array {
  const tokens = pooling === 'cls' ? 1 : count;
  const embedding = states.slice(0, size);
  for (let index = size; index < tokens * size; index++) {
    const dimension = index % size;
    if (pooling === 'mean') embedding[dimension]! += states[index]!;
    else embedding[dimension] = Math.max(embedding[dimension]!, states[index]!);
  }
  return pooling === 'mean' ? embedding.map((sum) => sum / tokens) : embedding;
}

function normalized(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.max(Math.sqrt(squares), SHORTEST);
  return vector.map((value) => value / length);
}

const EMBEDDINGS_SHOWN = 20;
const ELEMENTS_SHOWN = 10;

/**
 * The steps that all pipelines of embeddings share.
 * @param otherFields returns the other fields of the response to a request
 * @returns the steps from the members' outputs to a response, and the output of the tensor view
 */
export function embeddingSteps<Input, Beside extends object>(
  formats: readonly EmbeddingFormat[],
  graphs: readonly Graph[],
  normalize: boolean,
  otherFields: (request: Input) => Beside,
) {
  /** Size of an embedding; -1 if no graph says it. */
  const size =
    formats.map(({ output: { shape } }) => sizeOf(shape[isStates(shape) ? 2 : 1])).find(Boolean) ?? -1;
  return {
    steps: {
      outputsOf: (member: number) => [formats[member]!.output.name],
      read(given: Tensors, member: number, inputs: Tensors) {
        const { output, pooling } = formats[member]!;
        const tensor = given[output.name]!;
        const values = floatsOf(tensor);
        const [, length, width] = tensor.shape;
        // A batch pads texts, so the text's own mask says how many tokens it has.
        const tokens = inputs.attention_mask?.shape[1] ?? length!;
        const embedding = isStates(tensor.shape) ? pooled(values, width!, tokens, pooling) : values;
        return [normalize ? normalized(embedding) : embedding];
      },
      check([embedding]: readonly Float32Array[], member: number) {
        const { length } = embedding!;
        if (size === -1 || length === size) return;
        throw new ModelError(`${graphs[member]!.file} gives embeddings of ${length} elements, not ${size}`);
      },
      combine(votes: readonly Vote<readonly Float32Array[]>[], weightLeft: number, request: Input) {
        const means = meansOf(votes).map((mean) => Float32Array.from(mean));
        const embeddings = normalize && votes.length > 1 ? means.map(normalized) : means;
        return { output: { embeddings, ...otherFields(request) }, decided: weightLeft === 0 };
      },
      summary: ({ embeddings: { length } }: Embeddings) => ({
        prediction: length === 1 ? '1 embedding' : `${length} embeddings`,
      }),
      explain(votes: readonly Vote<unknown>[], { embeddings, ...others }: Embeddings) {
        const shown = embeddings.slice(0, EMBEDDINGS_SHOWN);
        return {
          members: explainedMembers(votes),
          ...others,
          size: embeddings[0]?.length ?? 0,
          first: shown.map((embedding) => [...embedding.subarray(0, ELEMENTS_SHOWN)]),
          similarities: similaritiesOf(shown.map(normalized)),
        };
      },
    },
    output: { name: 'embedding', datatype: 'FP32', shape: [-1, size], of: tensorOf } as const,
  };
}

/** Whether an output is the states of tokens, [N, L, size]. */
function isStates({ length }: ValueInfo['shape']): boolean {
  return length === 3;
}

/** Cosine similarity of each pair, -1 to 1. @param embeddings normalised to a length of 1 */
function similaritiesOf(embeddings: readonly Float32Array[]): number[][] {
  return embeddings.map((one) =>
    embeddings.map((other) => one.reduce((sum, value, index) => sum + value * other[index]!, 0)),
  );
}

function tensorOf({ embeddings }: Embeddings): Tensor {
  const size = embeddings[0]?.length ?? 0;
  const data = new Float32Array(embeddings.length * size);
  for (const [index, embedding] of embeddings.entries()) data.set(embedding, index * size);
  return { datatype: 'FP32', shape: [embeddings.length, size], data };
}

/** Converts embeddings to base64 of little-endian FP32, and back. */
export const packEmbeddings = (embeddings: readonly Float32Array[]): string[] => embeddings.map(toBase64);
export const unpackEmbeddings = (packed: readonly string[]): Float32Array[] =>
  packed.map((base64) => new Float32Array(bytesOf(base64).buffer));
