/** Pipeline `feature-extraction`: texts in, an embedding of each out. */
import * as v from 'valibot';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import {
  EMBEDDING_MEMBER_FIELDS,
  type Embeddings,
  embeddingFields,
  embeddingSteps,
  packEmbeddings,
  unpackEmbeddings,
} from '../shared/embeddings.ts';
import { tensorOutputs } from '../shared/tensors.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/format.ts';
import { TEXT, type TextInput, type TextOutput, TRUNCATED, textsIn } from '../text/tensor-view.ts';

export interface TextEmbeddings extends TextOutput, Embeddings {}

type Packed = [embeddings: string[], tokens: readonly number[], truncated: readonly number[]];

/** Names that exporters give to embeddings and states of tokens, best first. */
export const OUTPUTS: readonly string[] = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

type Opened = OpenedPipeline<TextInput, readonly Float32Array[], TextEmbeddings>;

export const featureExtraction = definePipeline({
  name: 'feature-extraction',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    ...embeddingFields('mean', true),
    members: v.array(v.looseObject({ ...TEXT_MEMBER_FIELDS, ...EMBEDDING_MEMBER_FIELDS })),
  }),
  async open(manifest, directory, graphs): Promise<Opened> {
    const wanted = { ranks: [2, 3], text: 'FP32 [N, L, size] or FP32 [N, size]' };
    const formats = graphs.map((graph, member) => {
      const { output = manifest.output, pooling = manifest.pooling } = manifest.members[member] ?? {};
      return { output: findOutput(graph, output.name ?? manifest.output.name, OUTPUTS, wanted), pooling };
    });
    const encoder = textEncoder(manifest, directory, graphs);
    const { steps, output } = embeddingSteps(formats, graphs, manifest.normalize, encoder.textOutput);
    return {
      ...encoder.steps,
      ...steps,
      pack: ({ embeddings, tokens, truncated }) =>
        JSON.stringify([packEmbeddings(embeddings), tokens, truncated] satisfies Packed),
      unpack(text) {
        const [packed, tokens, truncated] = JSON.parse(text) as Packed;
        return { embeddings: unpackEmbeddings(packed), tokens, truncated };
      },
      tensors: {
        inputs: [TEXT],
        input: textsIn,
        ...tensorOutputs<TextEmbeddings>([output, TRUNCATED]),
      },
    };
  },
});
