/** Pipeline `feature-extraction`: texts in, for each of them an embedding out. */
import { ModelError } from '../../model/model-error.ts';
import type { Tensor } from '../../model/tensors.ts';
import type { Graph, GraphPlace, Pipeline, PipelineDefinition } from '../pipeline.ts';
import { TextEncoder } from '../text/encoded-texts.ts';
import { findOutput } from '../text/graph.ts';
import { TEXT, type TextInput, TRUNCATED, textsIn, truncatedTensor } from '../text/tensor-view.ts';
import {
  meanOf,
  normalized,
  packEmbeddings,
  pooled,
  type TextEmbeddings,
  unpackEmbeddings,
} from './embeddings.ts';
import {
  checkFeatureExtraction,
  type FeatureExtractionManifest,
  FeatureExtractionSchema,
  type Pooling,
} from './manifest.ts';

/** Elements of an embedding, and texts, that people are shown. */
const ELEMENTS_SHOWN = 10;
const TEXTS_SHOWN = 20;

/** Names that exporters give embeddings and states of tokens, best first. */
export const OUTPUTS: readonly string[] = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/** What is read of a member. */
interface Format {
  readonly output: GraphPlace;
  readonly pooling: Pooling;
}

export const featureExtraction: PipelineDefinition = {
  name: 'feature-extraction',
  fields: FeatureExtractionSchema,
  textInput: TEXT.name,
  async open(content, directory, graphs) {
    const manifest = checkFeatureExtraction(content, directory);
    const formats = graphs.map((graph, member) => formatOf(graph, manifest, member));
    const encoder = new TextEncoder(manifest, directory, graphs);
    return createPipeline(manifest, encoder, formats, graphs) as Pipeline;
  },
};

/** @throws {ModelError} where a graph has no output that can be read */
function formatOf(graph: Graph, manifest: FeatureExtractionManifest, member: number): Format {
  const own = manifest.members[member];
  const wanted = { ranks: [2, 3], text: 'FP32 [N, L, size] or FP32 [N, size]' };
  const output = findOutput(graph, own?.output?.name ?? manifest.output.name, OUTPUTS, wanted);
  return { output, pooling: own?.pooling ?? manifest.pooling };
}

function createPipeline(
  { normalize }: FeatureExtractionManifest,
  encoder: TextEncoder,
  formats: readonly Format[],
  graphs: readonly Graph[],
): Pipeline<TextInput, readonly Float32Array[], TextEmbeddings> {
  /** Elements of an embedding; -1 where no graph says it. */
  const size = formats.map(({ output: { shape } }) => Number(shape.at(-1))).find((known) => known > 0) ?? -1;
  return {
    name: featureExtraction.name,
    ...encoder.steps,
    outputsOf: (member) => [formats[member]!.output.name],
    read(given, member, inputs) {
      const { output, pooling } = formats[member]!;
      const embedding = pooled(given[output.name] as Tensor & { datatype: 'FP32' }, inputs, pooling);
      return [normalize ? normalized(embedding) : embedding];
    },
    join: (parts) => parts.flat(),
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
      answer: length === 1 ? '1 embedding' : `${length} embeddings`,
    }),
    pack: packEmbeddings,
    unpack: unpackEmbeddings,
    explain: (votes, { embeddings, tokens, truncated }) => ({
      members: votes.map(({ name, weight, milliseconds }) => ({ name, weight, milliseconds })),
      tokens,
      truncated,
      size: embeddings[0]?.length ?? 0,
      first: embeddings.slice(0, TEXTS_SHOWN).map((embedding) => [...embedding.subarray(0, ELEMENTS_SHOWN)]),
      similarities: similaritiesOf(embeddings.slice(0, TEXTS_SHOWN).map(normalized)),
    }),
    tensors: {
      inputs: [TEXT],
      outputs: [{ name: 'embedding', datatype: 'FP32', shape: [-1, size] }, TRUNCATED],
      input: textsIn,
      output: (prediction, wanted) =>
        Object.fromEntries(wanted.map((name) => [name, tensorOf(prediction, name)])),
    },
  };
}

/** Of each text with each: the cosine of the angle between their embeddings, -1 to 1. @param embeddings of length 1 */
function similaritiesOf(embeddings: readonly Float32Array[]): number[][] {
  return embeddings.map((one) =>
    embeddings.map((other) => one.reduce((sum, value, place) => sum + value * other[place]!, 0)),
  );
}

function tensorOf(prediction: TextEmbeddings, name: string): Tensor {
  const { embeddings } = prediction;
  if (name !== 'embedding') return truncatedTensor(prediction);
  const size = embeddings[0]?.length ?? 0;
  const data = new Float32Array(embeddings.length * size);
  for (const [text, embedding] of embeddings.entries()) data.set(embedding, text * size);
  return { datatype: 'FP32', shape: [embeddings.length, size], data };
}
