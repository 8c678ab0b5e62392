/** Pipeline `feature-extraction`: texts in, for each of them an embedding out. */
import * as v from 'valibot';
import { ModelError } from '../../model/model-error.ts';
import type { Tensor } from '../../model/tensors.ts';
import { definePipeline, type OpenedPipeline } from '../define-pipeline.ts';
import { tensorOutputs } from '../tensors.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/format.ts';
import { TEXT, type TextInput, TRUNCATED, textsIn } from '../text/tensor-view.ts';
import { explainedMembers } from '../votes.ts';
import {
  meanOf,
  normalized,
  POOLING,
  packEmbeddings,
  pooled,
  type TextEmbeddings,
  unpackEmbeddings,
} from './embeddings.ts';

/** Elements of an embedding, and texts, that people are shown. */
const ELEMENTS_SHOWN = 10;
const TEXTS_SHOWN = 20;

/** Names that exporters give embeddings and states of tokens, best first. */
export const OUTPUTS: readonly string[] = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

const Output = v.strictObject({ name: v.optional(v.string()) });
const Pooling = v.picklist(POOLING);

type Opened = OpenedPipeline<TextInput, readonly Float32Array[], TextEmbeddings>;

export const featureExtraction = definePipeline({
  name: 'feature-extraction',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    /** Name of the graph's output. @default the first of `OUTPUTS` that it has, or the only one that it can be */
    output: v.optional(Output, {}),
    /** Without effect where a graph gives embeddings of whole texts. */
    pooling: v.optional(Pooling, 'mean'),
    /** Whether embeddings have a length of 1, so that a scalar product is their cosine similarity. */
    normalize: v.optional(v.boolean(), true),
    members: v.array(
      v.looseObject({
        ...TEXT_MEMBER_FIELDS,
        output: v.optional(Output),
        pooling: v.optional(Pooling),
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
    /** Elements of an embedding; -1 where no graph says it. */
    const size = formats.map(({ place: { shape } }) => Number(shape.at(-1))).find((known) => known > 0) ?? -1;
    const encoder = textEncoder(manifest, directory, graphs);
    return {
      ...encoder.steps,
      outputsOf: (member) => [formats[member]!.place.name],
      read(given, member, inputs) {
        const { place, pooling } = formats[member]!;
        const embedding = pooled(given[place.name] as Tensor & { datatype: 'FP32' }, inputs, pooling);
        return [normalize ? normalized(embedding) : embedding];
      },
      check([embedding], member) {
        const { length } = embedding!;
        if (size > 0 && length !== size) {
          throw new ModelError(`${graphs[member]!.file} gives embeddings of ${length} elements, not ${size}`);
        }
      },
      combine(votes, weightLeft, request) {
        const mean = meanOf(votes);
        const embeddings = normalize && votes.length > 1 ? mean.map(normalized) : mean;
        return { output: { embeddings, ...encoder.said(request) }, decided: weightLeft === 0 };
      },
      summary: ({ embeddings: { length } }) => ({
        prediction: length === 1 ? '1 embedding' : `${length} embeddings`,
      }),
      pack: packEmbeddings,
      unpack: unpackEmbeddings,
      explain(votes, { embeddings, tokens, truncated }) {
        const shown = embeddings.slice(0, TEXTS_SHOWN);
        return {
          members: explainedMembers(votes),
          tokens,
          truncated,
          size: embeddings[0]?.length ?? 0,
          first: shown.map((embedding) => [...embedding.subarray(0, ELEMENTS_SHOWN)]),
          similarities: similaritiesOf(shown.map(normalized)),
        };
      },
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

/** Of each text with each: the cosine of the angle between their embeddings, -1 to 1. @param embeddings of length 1 */
function similaritiesOf(embeddings: readonly Float32Array[]): number[][] {
  return embeddings.map((one) =>
    embeddings.map((other) => one.reduce((sum, value, place) => sum + value * other[place]!, 0)),
  );
}

function tensorOf({ embeddings }: TextEmbeddings): Tensor {
  const size = embeddings[0]?.length ?? 0;
  const data = new Float32Array(embeddings.length * size);
  for (const [text, embedding] of embeddings.entries()) data.set(embedding, text * size);
  return { datatype: 'FP32', shape: [embeddings.length, size], data };
}
