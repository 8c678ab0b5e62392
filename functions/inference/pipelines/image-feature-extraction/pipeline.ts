/**
 * Pipeline `image-feature-extraction`: pictures in, an embedding of each out. It equals Hugging Face's pipeline of this name
 * with `pool=True`; if a graph has no pooler, the embedding is the state of the first token, as in DINOv2's and CLIP's poolers.
 */
import * as v from 'valibot';
import { definePipeline, type OpenedPipeline } from '../define-pipeline.ts';
import {
  type Embeddings,
  embeddingSummary,
  explainedEmbeddings,
  meanOf,
  normalized,
  OutputSchema,
  PoolingSchema,
  pooled,
  requireSize,
  tensorOf,
} from '../embeddings.ts';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture-input/input-schema.ts';
import { memberFormats } from '../picture-input/member-formats.ts';
import { type Pictures, pictureSteps } from '../picture-input/member-tensors.ts';
import { pictureInputs } from '../picture-input/tensor-view.ts';
import { type Graph, type GraphPlace, sizeOf } from '../pipeline.ts';
import { bytesOf, FLOAT_TYPES, floatsOf, tensorOutputs, toBase64 } from '../tensors.ts';
import { explainedMembers } from '../votes.ts';

/** Names that exporters give embeddings of pictures, best first; the last one gives states of tokens. */
export const PICTURE_EMBEDDINGS: readonly string[] = [
  'image_embeds',
  'embedding',
  'embeddings',
  'pooler_output',
  'last_hidden_state',
];

export const PictureEmbeddingsSchema = v.looseObject({
  ...PICTURE_FIELDS,
  /** Name of the graph's output. @default the first of `PICTURE_EMBEDDINGS` that it has, or the only one that it can be */
  output: v.optional(OutputSchema, {}),
  /** Without effect where a graph gives one vector for a picture. */
  pooling: v.optional(PoolingSchema, 'cls'),
  /** Whether embeddings are given a length of 1, so that a scalar product is their cosine similarity. */
  normalize: v.optional(v.boolean(), false),
  members: v.array(
    v.looseObject({
      ...PICTURE_MEMBER_FIELDS,
      output: v.optional(OutputSchema),
      pooling: v.optional(PoolingSchema),
    }),
  ),
});

export type PictureEmbeddingsManifest = v.InferOutput<typeof PictureEmbeddingsSchema>;

type Opened = OpenedPipeline<Pictures, readonly Float32Array[], Embeddings>;

export const imageFeatureExtraction = definePipeline({
  name: 'image-feature-extraction',
  fields: PictureEmbeddingsSchema,
  async open(manifest, _directory, graphs): Promise<Opened> {
    const { normalize } = manifest;
    const formats = resolveFormats(manifest, graphs);
    /** Elements of an embedding; -1 where no graph says it. */
    const size =
      formats.map(({ place }) => sizeOf(widthOf(place))).find((known) => known !== undefined) ?? -1;
    const { inputs, input } = pictureInputs(formats);
    return {
      ...pictureSteps(formats).steps,
      outputsOf: (member) => [formats[member]!.place.name],
      read(given, member) {
        const { place, pooling } = formats[member]!;
        const tensor = given[place.name]!;
        const values = floatsOf(tensor);
        const [, tokens, width] = tensor.shape;
        const embedding = isStates(tensor.shape) ? pooled(values, width!, tokens!, pooling) : values;
        return [normalize ? normalized(embedding) : embedding];
      },
      check: ([embedding], member) => requireSize(embedding!, size, graphs[member]!.file),
      combine(votes, weightLeft) {
        const mean = meanOf(votes);
        const embeddings = normalize && votes.length > 1 ? mean.map(normalized) : mean;
        return { output: { embeddings }, decided: weightLeft === 0 };
      },
      summary: embeddingSummary,
      pack: ({ embeddings }) => JSON.stringify(embeddings.map(toBase64)),
      unpack: (text) => ({
        embeddings: (JSON.parse(text) as string[]).map((packed) => new Float32Array(bytesOf(packed).buffer)),
      }),
      explain: (votes, { embeddings }) => ({
        members: explainedMembers(votes),
        ...explainedEmbeddings(embeddings),
      }),
      tensors: {
        inputs,
        input,
        ...tensorOutputs<Embeddings>([
          { name: 'embedding', datatype: 'FP32', shape: [-1, size], of: tensorOf },
        ]),
      },
    };
  },
});

/** @throws {ModelError} naming everything that is wrong with every member */
export function resolveFormats(manifest: PictureEmbeddingsManifest, graphs: readonly Graph[]) {
  const { output, pooling, members } = manifest;
  return memberFormats(manifest, graphs, (graph, member, wrong) => {
    const own = members[member];
    const place = findEmbedding(graph, own?.output?.name ?? output.name, wrong);
    return place && { place, pooling: own?.pooling ?? pooling };
  });
}

function findEmbedding(
  { outputs }: Graph,
  named: string | undefined,
  wrong: string[],
): GraphPlace | undefined {
  const fitting = outputs.filter(
    ({ datatype, shape }) => FLOAT_TYPES.includes(datatype) && isEmbedding(shape),
  );
  const names = named === undefined ? PICTURE_EMBEDDINGS : [named];
  const known = names.flatMap((name) => fitting.filter((place) => place.name === name));
  const [found] = named === undefined && fitting.length === 1 ? fitting : known;
  if (found) return found;
  const which = named === undefined ? 'one of its outputs must be' : `"${named}" must be`;
  const hint = fitting.length > 1 ? ', and "output": {"name": …} must say which' : '';
  wrong.push(`${which} an embedding, FP32 [N, size], or states of tokens, FP32 [N, L, size]${hint}`);
  return undefined;
}

/** A convolutional network's pooler keeps a height and a width of 1. */
function isEmbedding({ length, 2: height, 3: width }: GraphPlace['shape']): boolean {
  return (
    length === 2 ||
    length === 3 ||
    (length === 4 && [height, width].every((side) => (sizeOf(side) ?? 1) === 1))
  );
}

function isStates({ length }: GraphPlace['shape']): boolean {
  return length === 3;
}

function widthOf({ shape }: GraphPlace): number | string | undefined {
  return shape[isStates(shape) ? 2 : 1];
}
