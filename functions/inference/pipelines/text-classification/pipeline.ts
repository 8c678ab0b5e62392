/** Pipeline `text-classification`: texts in, for each of them the probabilities of a list of labels out. */
import { ModelError } from '../../model/model-error.ts';
import type { Tensor } from '../../model/tensors.ts';
import { readLabels, topLabels } from '../labels.ts';
import { floatTensor, textTensor } from '../output-tensors.ts';
import type { Graph, Pipeline, PipelineDefinition } from '../pipeline.ts';
import { TextEncoder } from '../text/encoded-texts.ts';
import { findOutput } from '../text/graph.ts';
import { TEXT, type TextInput, TRUNCATED, textsIn, truncatedTensor } from '../text/tensor-view.ts';
import {
  checkTextClassification,
  type TextClassificationManifest,
  TextClassificationSchema,
} from './manifest.ts';
import {
  bestOf,
  checkMemberOutput,
  combineVotes,
  probabilitiesOf,
  type TextClassification,
} from './probabilities.ts';

/** Texts of a response whose labels people are shown. */
const TEXTS_SHOWN = 20;
const LABELS_SHOWN = 5;

export const textClassification: PipelineDefinition = {
  name: 'text-classification',
  fields: TextClassificationSchema,
  textInput: TEXT.name,
  async open(content, directory, graphs) {
    const manifest = checkTextClassification(content, directory);
    const labels = await readLabels(directory, manifest);
    const outputs = graphs.map((graph) => outputOf(graph, manifest));
    const encoder = new TextEncoder(manifest, directory, graphs);
    return createPipeline(manifest, labels, encoder, outputs, graphs) as Pipeline;
  },
};

/** @throws {ModelError} where a graph has none */
function outputOf(graph: Graph, { output }: TextClassificationManifest): string {
  const wanted = { ranks: [2], text: 'FP32 [N, labels]' };
  return findOutput(graph, output.name, ['logits', 'probabilities'], wanted).name;
}

function createPipeline(
  { output: { scores } }: TextClassificationManifest,
  labels: readonly string[],
  encoder: TextEncoder,
  outputs: readonly string[],
  graphs: readonly Graph[],
): Pipeline<TextInput, readonly Float32Array[], TextClassification> {
  const isExclusive = scores !== 'sigmoid';
  return {
    name: textClassification.name,
    labels: { labels },
    ...encoder.steps,
    outputsOf: (member) => [outputs[member]!],
    read: (given, member) => [
      probabilitiesOf(given[outputs[member]!] as Tensor & { datatype: 'FP32' }, scores),
    ],
    join: (parts) => parts.flat(),
    check(memberOutput, member) {
      const wrong = checkMemberOutput(memberOutput[0]!, labels.length, scores);
      if (wrong !== undefined) throw new ModelError(`${graphs[member]!.file} ${wrong}`);
    },
    combine(votes, weightLeft, request) {
      const { probabilities, decided } = combineVotes(votes, weightLeft, isExclusive);
      return { output: { probabilities, ...encoder.said(request) }, decided };
    },
    summary({ probabilities: [first = [], ...others] }) {
      const { label, probability } = bestOf(first, labels);
      return others.length > 0
        ? { answer: `${others.length + 1} texts` }
        : { answer: label, confidence: probability };
    },
    pack: (prediction) => JSON.stringify(prediction),
    unpack: (text) => JSON.parse(text) as TextClassification,
    explain: (votes, { probabilities, tokens, truncated }) => ({
      members: votes.map(({ name, weight, milliseconds }) => ({ name, weight, milliseconds })),
      ...(probabilities.length === 1 && { confidence: bestOf(probabilities[0]!, labels).probability }),
      tokens,
      truncated,
      texts: probabilities.slice(0, TEXTS_SHOWN).map((scores, index) => ({
        mean: topLabels(scores, labels, LABELS_SHOWN),
        members: votes.map(({ name, weight, milliseconds, memberOutput }) => ({
          name,
          weight,
          milliseconds,
          top: topLabels(memberOutput[index]!, labels, LABELS_SHOWN),
        })),
      })),
    }),
    tensors: {
      inputs: [TEXT],
      outputs: [
        { name: 'label', datatype: 'BYTES', shape: [-1] },
        { name: 'confidence', datatype: 'FP32', shape: [-1] },
        { name: 'probabilities', datatype: 'FP32', shape: [-1, labels.length] },
        TRUNCATED,
      ],
      input: textsIn,
      output: (prediction, wanted) =>
        Object.fromEntries(wanted.map((name) => [name, tensorOf(prediction, name, labels)])),
    },
  };
}

function tensorOf(prediction: TextClassification, name: string, labels: readonly string[]): Tensor {
  const { probabilities } = prediction;
  const best = probabilities.map((scores) => bestOf(scores, labels));
  switch (name) {
    case 'label':
      return textTensor(best.map(({ label }) => label));
    case 'confidence':
      return floatTensor(best.map(({ probability }) => probability));
    case 'probabilities':
      return floatTensor(probabilities.flat(), [best.length, labels.length]);
    default:
      return truncatedTensor(prediction);
  }
}
