/** Pipeline `text-classification`: texts in, the probabilities of a list of labels out. */
import * as v from 'valibot';
import { entailmentOf, strictFields } from '../../model/manifest.ts';
import { Problem } from '../../problems/problems.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { LabelsSchema, readLabels, topLabels } from '../shared/labels.ts';
import { floatsOf, outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers, requireProbabilities } from '../shared/votes.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS } from '../text/format.ts';
import { pairsIn, TEXT, TEXT_PAIR, type TextInput, TRUNCATED } from '../text/tensor-view.ts';
import {
  bestOf,
  type Candidates,
  candidateShares,
  combineVotes,
  probabilitiesOf,
  SCORES,
  type TextClassification,
} from './probabilities.ts';

const TEXTS_SHOWN = 20;
const LABELS_SHOWN = 5;

export interface ClassifiedInput extends TextInput {
  /** Labels that the request brings. Its texts are then pairs: for each label, a text and the claim that the label is right. */
  readonly candidates?: Candidates;
}

type Opened = OpenedPipeline<ClassifiedInput, readonly Float32Array[], TextClassification>;

export const textClassification = definePipeline({
  name: 'text-classification',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    output: v.optional(
      strictFields({
        /** Name of the graph's output. @default `logits`, `probabilities`, or the only output of the right shape */
        name: v.optional(v.string()),
        scores: v.optional(v.picklist(SCORES), 'softmax'),
      }),
      {},
    ),
    labels: LabelsSchema,
    /**
     * Whether the model labels pairs of texts. The page and the documentation then have a second text. Requests may have pairs
     * in any case.
     */
    pairs: v.optional(v.boolean(), false),
  }),
  async open(manifest, directory, graphs): Promise<Opened> {
    const { name, scores } = manifest.output;
    const labels = await readLabels(directory, manifest);
    const wanted = { ranks: [2], text: 'FP32 [N, labels]' };
    const outputs = graphs.map((graph) => findOutput(graph, name, ['logits', 'probabilities'], wanted).name);
    const encoder = textEncoder(manifest, directory, graphs);
    const isExclusive = scores !== 'sigmoid';
    const entailment = entailmentOf(labels);
    const best = (probabilities: readonly number[]) => bestOf(probabilities, labels);
    /** A member's probabilities for each text, or for all candidates together. */
    const sharesOf = (given: readonly Float32Array[], { candidates }: Pick<ClassifiedInput, 'candidates'>) =>
      candidates
        ? [candidateShares(given, entailment, candidates.multiLabel)]
        : given.map((row) => probabilitiesOf(row, scores));
    return {
      labels: { labels },
      ...encoder.steps,
      outputsOf: (member) => [outputs[member]!],
      /** @throws {Problem} if texts are refused, or if the request has candidates but the graph returns probabilities */
      decode(request) {
        if (!request.candidates || scores !== 'probabilities') return encoder.steps.decode(request);
        throw new Problem('invalid-request', 'Labels of your own need a model that gives logits.');
      },
      read: (given, member) => [floatsOf(given[outputs[member]!]!)],
      check(given, member) {
        const [probabilities] = sharesOf(given, {});
        const { file } = graphs[member]!;
        const remedy = 'set "output": {"scores": "softmax"}, or "sigmoid", in ensemble.json';
        requireProbabilities(probabilities!, labels.length, isExclusive, file, remedy);
      },
      combine(votes, weightLeft, request) {
        const { candidates } = request;
        const shares = votes.map((vote) => ({ ...vote, memberOutput: sharesOf(vote.memberOutput, request) }));
        const haveLead = candidates ? !candidates.multiLabel : isExclusive;
        const { probabilities, decided } = combineVotes(shares, weightLeft, haveLead);
        return {
          output: { probabilities, ...encoder.textOutput(request), ...(candidates && { candidates }) },
          decided,
        };
      },
      summary({ probabilities: [first = [], ...others], candidates }) {
        const { label, probability } = bestOf(first, candidates?.labels ?? labels);
        return others.length > 0
          ? { prediction: `${others.length + 1} texts` }
          : { prediction: label, confidence: probability };
      },
      explain(votes, output) {
        const { probabilities, tokens, truncated, candidates } = output;
        const top = (shares: ArrayLike<number>) =>
          topLabels(shares, candidates?.labels ?? labels, LABELS_SHOWN);
        return {
          members: explainedMembers(votes),
          ...(probabilities.length === 1 && { confidence: best(probabilities[0]!).probability }),
          tokens,
          truncated,
          texts: probabilities.slice(0, TEXTS_SHOWN).map((mean, text) => ({
            mean: top(mean),
            members: explainedMembers(votes, (given) => ({ top: top(sharesOf(given, output)[text]!) })),
          })),
        };
      },
      tensors: {
        inputs: manifest.pairs ? [TEXT, TEXT_PAIR] : [TEXT],
        input: pairsIn,
        ...tensorOutputs<TextClassification>([
          outputOf('label', 'BYTES', [-1], ({ probabilities }) =>
            probabilities.map((one) => best(one).label),
          ),
          outputOf('confidence', 'FP32', [-1], ({ probabilities }) =>
            probabilities.map((one) => best(one).probability),
          ),
          outputOf('probabilities', 'FP32', [-1, labels.length], ({ probabilities }) => probabilities.flat()),
          TRUNCATED,
        ]),
      },
    };
  },
});
