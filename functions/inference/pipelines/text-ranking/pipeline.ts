/** Pipeline `text-ranking`: pairs of a query and a text in, a score of each pair out; a higher score is a better match. */
import * as v from 'valibot';
import { ModelError } from '../../model/model-error.ts';
import { Problem } from '../../problems/problems.ts';
import type { RankedLabel } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { floatsOf, outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers, meansOf } from '../shared/votes.ts';
import { textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS } from '../text/format.ts';
import { pairsIn, TEXT, TEXT_PAIR, type TextInput, type TextOutput, TRUNCATED } from '../text/tensor-view.ts';

const PAIRS_SHOWN = 20;

export interface TextRanking extends TextOutput {
  /** The weighted mean of the members' logits for each pair. */
  readonly logits: readonly number[];
}

type Opened = OpenedPipeline<TextInput, readonly Float32Array[], TextRanking>;

export const textRanking = definePipeline({
  name: 'text-ranking',
  fields: v.looseObject(TEXT_FIELDS),
  async open(manifest, directory, graphs): Promise<Opened> {
    const wanted = { ranks: [2], text: 'FP32 [N, 1]' };
    const outputs = graphs.map((graph) => findOutput(graph, manifest.output.name, ['logits'], wanted).name);
    const { steps, textOutput } = textEncoder(manifest, directory, graphs);
    return {
      ...steps,
      /** @throws {Problem} if texts are refused, or if a text is not part of a pair */
      decode(request) {
        const single = request.texts.findIndex((text) => typeof text === 'string');
        if (single === -1) return steps.decode(request);
        throw new Problem(
          'invalid-request',
          `The model scores pairs of texts, but text ${single} is not part of a pair.`,
        );
      },
      outputsOf: (member) => [outputs[member]!],
      read: (given, member) => [floatsOf(given[outputs[member]!]!)],
      check([scores], member) {
        if (scores!.length === 1) return;
        throw new ModelError(`${graphs[member]!.file} gives ${scores!.length} scores for a pair, not 1`);
      },
      combine(votes, weightLeft, request) {
        const logits = meansOf(votes).map(([mean]) => mean!);
        return { output: { logits, ...textOutput(request) }, decided: weightLeft === 0 };
      },
      summary: ({ logits }) => ({ prediction: `${bestFirst(logits)[0]}` }),
      explain: (votes, { logits, tokens, truncated }) => ({
        members: explainedMembers(votes),
        tokens,
        truncated,
        texts: [
          {
            mean: ranked(logits),
            members: explainedMembers(votes, (given) => ({ top: ranked(given.map(([logit]) => logit!)) })),
          },
        ],
      }),
      tensors: {
        inputs: [TEXT, TEXT_PAIR],
        input: pairsIn,
        ...tensorOutputs<TextRanking>([
          outputOf('score', 'FP32', [-1], ({ logits }) => logits.map(sigmoid)),
          outputOf('logit', 'FP32', [-1], ({ logits }) => logits),
          TRUNCATED,
        ]),
      },
    };
  },
});

/** The score for a logit, as in the reference libraries of rerankers. @returns 0 to 1, with the 7 digits of FP32 */
export function sigmoid(logit: number): number {
  return Number((1 / (1 + Math.exp(-logit))).toPrecision(7));
}

/** Indexes of the pairs, best first. Pairs with equal logits stay in the order of the request. */
export function bestFirst(logits: readonly number[]): number[] {
  return [...logits.keys()].sort((one, other) => logits[other]! - logits[one]!);
}

/** The best pairs as ranked labels. The label of a pair is its index. */
function ranked(logits: readonly number[]): RankedLabel[] {
  const best = bestFirst(logits).slice(0, PAIRS_SHOWN);
  return best.map((index) => ({ label: `${index}`, probability: sigmoid(logits[index]!) }));
}
