/**
 * Pipeline `image-feature-extraction`: pictures in, an embedding of each out. It equals Hugging Face's pipeline of this name
 * with `pool=True`; without a pooler, the embedding is by default the first token's state, as in DINOv2's and CLIP's poolers.
 */
import * as v from 'valibot';
import { PICTURE_FIELDS, PICTURE_MEMBER_FIELDS } from '../picture/input/input-schema.ts';
import { memberFormats } from '../picture/input/member-formats.ts';
import { type Pictures, pictureSteps } from '../picture/input/member-tensors.ts';
import { pictureInputs } from '../picture/input/tensor-view.ts';
import { type Graph, sizeOf, type ValueInfo } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import {
  EMBEDDING_MEMBER_FIELDS,
  type Embeddings,
  embeddingFields,
  embeddingSteps,
  packEmbeddings,
  unpackEmbeddings,
} from '../shared/embeddings.ts';
import { FLOAT_TYPES, tensorOutputs } from '../shared/tensors.ts';

/** Names that exporters give to embeddings of pictures, best first. The last one names the states of tokens. */
export const PICTURE_EMBEDDINGS: readonly string[] = [
  'image_embeds',
  'embedding',
  'embeddings',
  'pooler_output',
  'last_hidden_state',
];

export const PictureEmbeddingsSchema = v.looseObject({
  ...PICTURE_FIELDS,
  ...embeddingFields('cls', false),
  members: v.array(v.looseObject({ ...PICTURE_MEMBER_FIELDS, ...EMBEDDING_MEMBER_FIELDS })),
});

type PictureEmbeddingsManifest = v.InferOutput<typeof PictureEmbeddingsSchema>;

type Opened = OpenedPipeline<Pictures, readonly Float32Array[], Embeddings>;

export const imageFeatureExtraction = definePipeline({
  name: 'image-feature-extraction',
  fields: PictureEmbeddingsSchema,
  async open(manifest, _directory, graphs): Promise<Opened> {
    const formats = resolveFormats(manifest, graphs);
    const { steps, output } = embeddingSteps(formats, graphs, manifest.normalize, () => ({}));
    return {
      ...pictureSteps(formats).steps,
      ...steps,
      pack: ({ embeddings }) => JSON.stringify(packEmbeddings(embeddings)),
      unpack: (text) => ({ embeddings: unpackEmbeddings(JSON.parse(text)) }),
      tensors: {
        ...pictureInputs(formats),
        ...tensorOutputs<Embeddings>([output]),
      },
    };
  },
});

/** @throws {ModelError} naming everything that is wrong with any member */
export function resolveFormats(manifest: PictureEmbeddingsManifest, graphs: readonly Graph[]) {
  const { output, pooling, members } = manifest;
  return memberFormats(manifest, graphs, (graph, member, wrong) => {
    const own = members[member];
    const found = findEmbedding(graph, own?.output?.name ?? output.name, wrong);
    return found && { output: found, pooling: own?.pooling ?? pooling };
  });
}

function findEmbedding(
  { outputs }: Graph,
  named: string | undefined,
  wrong: string[],
): ValueInfo | undefined {
  const fitting = outputs.filter(
    ({ datatype, shape }) => FLOAT_TYPES.includes(datatype) && isEmbedding(shape),
  );
  const names = named === undefined ? PICTURE_EMBEDDINGS : [named];
  const known = names.flatMap((name) => fitting.filter((output) => output.name === name));
  const [found] = named === undefined && fitting.length === 1 ? fitting : known;
  if (found) return found;
  const which = named === undefined ? 'one of its outputs must be' : `"${named}" must be`;
  const hint = fitting.length > 1 ? ', and "output": {"name": …} must say which' : '';
  const types = FLOAT_TYPES.join(', ');
  wrong.push(`${which} an embedding [N, size], or states of tokens [N, L, size], as ${types}${hint}`);
  return undefined;
}

/** Whether an output is an embedding or states of tokens. The pooler of a convolutional network gives [N, size, 1, 1]. */
function isEmbedding({ length, 2: height, 3: width }: ValueInfo['shape']): boolean {
  return (
    length === 2 ||
    length === 3 ||
    (length === 4 && [height, width].every((side) => (sizeOf(side) ?? 1) === 1))
  );
}
