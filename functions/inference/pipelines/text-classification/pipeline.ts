/** Pipeline `text-classification`: texts in, for each of them the probabilities of a list of labels out. */
import * as v from 'valibot';
import type { Tensor } from '../../model/tensors.ts';
import { definePipeline, type OpenedPipeline } from '../define-pipeline.ts';
import { LabelsSchema, readLabels, topLabels } from '../labels.ts';
import { floatOutput, tensorOutputs, textOutput } from '../tensors.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS, TEXT_MEMBER_FIELDS } from '../text/format.ts';
import { pairsIn, TEXT, TEXT_PAIR, type TextInput, TRUNCATED } from '../text/tensor-view.ts';
import { explainedMembers, requireProbabilities } from '../votes.ts';
import { bestOf, combineVotes, probabilitiesOf, SCORES, type TextClassification } from './probabilities.ts';

/** Texts of a response whose labels people are shown. */
const TEXTS_SHOWN = 20;
const LABELS_SHOWN = 5;

type Opened = OpenedPipeline<TextInput, readonly Float32Array[], TextClassification>;

export const textClassification = definePipeline({
  name: 'text-classification',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    output: v.optional(
      v.strictObject({
        /** Name of the graph's output. @default `logits`, or the only one that it can be */
        name: v.optional(v.string()),
        scores: v.optional(v.picklist(SCORES), 'softmax'),
      }),
      {},
    ),
    labels: LabelsSchema,
    /** Whether it labels pairs of texts: requests may have pairs anyway, and people are shown how. */
    pairs: v.optional(v.boolean(), false),
    members: v.array(v.looseObject(TEXT_MEMBER_FIELDS)),
  }),
  textInput: TEXT.name,
  async open(manifest, directory, graphs): Promise<Opened> {
    const { name, scores } = manifest.output;
    const labels = await readLabels(directory, manifest);
    const wanted = { ranks: [2], text: 'FP32 [N, labels]' };
    const outputs = graphs.map((graph) => findOutput(graph, name, ['logits', 'probabilities'], wanted).name);
    const encoder = textEncoder(manifest, directory, graphs);
    const isExclusive = scores !== 'sigmoid';
    const best = (probabilities: readonly number[]) => bestOf(probabilities, labels);
    const top = (probabilities: ArrayLike<number>) => topLabels(probabilities, labels, LABELS_SHOWN);
    return {
      labels: { labels },
      ...encoder.steps,
      outputsOf: (member) => [outputs[member]!],
      read: (given, member) => [
        probabilitiesOf(given[outputs[member]!] as Tensor & { datatype: 'FP32' }, scores),
      ],
      check([probabilities], member) {
        const { file } = graphs[member]!;
        const remedy = 'say "output": {"scores": "softmax"} or "sigmoid" in ensemble.json';
        requireProbabilities(probabilities!, labels.length, isExclusive, file, remedy);
      },
      combine(votes, weightLeft, request) {
        const { probabilities, decided } = combineVotes(votes, weightLeft, isExclusive);
        return { output: { probabilities, ...encoder.said(request) }, decided };
      },
      summary({ probabilities: [first = [], ...others] }) {
        const { label, probability } = best(first);
        return others.length > 0
          ? { prediction: `${others.length + 1} texts` }
          : { prediction: label, confidence: probability };
      },
      pack: (prediction) => JSON.stringify(prediction),
      unpack: (text) => JSON.parse(text) as TextClassification,
      explain: (votes, { probabilities, tokens, truncated }) => ({
        members: explainedMembers(votes),
        ...(probabilities.length === 1 && { confidence: best(probabilities[0]!).probability }),
        tokens,
        truncated,
        texts: probabilities.slice(0, TEXTS_SHOWN).map((mean, text) => ({
          mean: top(mean),
          members: explainedMembers(votes, (memberOutput) => ({ top: top(memberOutput[text]!) })),
        })),
      }),
      tensors: {
        inputs: manifest.pairs ? [TEXT, TEXT_PAIR] : [TEXT],
        input: pairsIn,
        ...tensorOutputs<TextClassification>([
          textOutput('label', [-1], ({ probabilities }) => probabilities.map((one) => best(one).label)),
          floatOutput('confidence', [-1], ({ probabilities }) =>
            probabilities.map((one) => best(one).probability),
          ),
          floatOutput('probabilities', [-1, labels.length], ({ probabilities }) => probabilities.flat()),
          TRUNCATED,
        ]),
      },
    };
  },
});
