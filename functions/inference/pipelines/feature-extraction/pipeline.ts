/** Pipeline `feature-extraction`: texts in, an embedding of each out. */
import * as v from 'valibot';
import type { Tensor } from '../../model/tensors.ts';
import { definePipeline, type OpenedPipeline } from '../define-pipeline.ts';
import {
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
import { tensorOutputs } from '../tensors.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/format.ts';
import { TEXT, type TextInput, TRUNCATED, textsIn } from '../text/tensor-view.ts';
import { explainedMembers } from '../votes.ts';
import { packEmbeddings, type TextEmbeddings, unpackEmbeddings } from './embeddings.ts';

/** Names that exporters give to embeddings and states of tokens, best first. */
export const OUTPUTS: readonly string[] = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

type Opened = OpenedPipeline<TextInput, readonly Float32Array[], TextEmbeddings>;

export const featureExtraction = definePipeline({
  name: 'feature-extraction',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    /** Name of the graph's output. @default the first of `OUTPUTS` that it has, or the only one with the right shape */
    output: v.optional(OutputSchema, {}),
    /** Without effect if the graph returns embeddings of whole texts. */
    pooling: v.optional(PoolingSchema, 'mean'),
    /** Whether embeddings have a length of 1, so that a scalar product is their cosine similarity. */
    normalize: v.optional(v.boolean(), true),
    members: v.array(
      v.looseObject({
        ...TEXT_MEMBER_FIELDS,
        output: v.optional(OutputSchema),
        pooling: v.optional(PoolingSchema),
      }),
    ),
  }),
  textInput: TEXT.name,
  async open(manifest, directory, graphs): Promise<Opened> {
    const { normalize } = manifest;
    const wanted = { ranks: [2, 3], text: 'FP32 [N, L, size] or FP32 [N, size]' };
    const formats = graphs.map((graph, member) => {
      const { output = manifest.output, pooling = manifest.pooling } = manifest.members[member] ?? {};
      return { place: findOutput(graph, output.name ?? manifest.output.name, OUTPUTS, wanted), pooling };
    });
    /** Size of an embedding; -1 if no graph says it. */
    const size = formats.map(({ place: { shape } }) => Number(shape.at(-1))).find((known) => known > 0) ?? -1;
    const encoder = textEncoder(manifest, directory, graphs);
    return {
      ...encoder.steps,
      outputsOf: (member) => [formats[member]!.place.name],
      read(given, member, inputs) {
        const { place, pooling } = formats[member]!;
        const { shape, data } = given[place.name] as Tensor & { datatype: 'FP32' };
        const tokens = inputs.attention_mask!.shape[1]!;
        const embedding = shape.length === 2 ? data : pooled(data, shape[2]!, tokens, pooling);
        return [normalize ? normalized(embedding) : embedding];
      },
      check: ([embedding], member) => requireSize(embedding!, size, graphs[member]!.file),
      combine(votes, weightLeft, request) {
        const mean = meanOf(votes);
        const embeddings = normalize && votes.length > 1 ? mean.map(normalized) : mean;
        return { output: { embeddings, ...encoder.said(request) }, decided: weightLeft === 0 };
      },
      summary: embeddingSummary,
      pack: packEmbeddings,
      unpack: unpackEmbeddings,
      explain: (votes, { embeddings, tokens, truncated }) => ({
        members: explainedMembers(votes),
        tokens,
        truncated,
        ...explainedEmbeddings(embeddings),
      }),
      tensors: {
        inputs: [TEXT],
        input: textsIn,
        ...tensorOutputs<TextEmbeddings>([
          { name: 'embedding', datatype: 'FP32', shape: [-1, size], of: tensorOf },
          TRUNCATED,
        ]),
      },
    };
  },
});
