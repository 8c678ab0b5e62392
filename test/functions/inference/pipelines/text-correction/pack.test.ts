import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineVotes } from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import {
  packPrediction,
  unpackPrediction,
} from '../../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { batchFor, drawnVote, hypothesesOf, memberDraw, VOCABULARY } from './support.ts';

describe('a response that is cached', () => {
  it('is the same again', () => {
    fc.assert(
      fc.property(hypothesesOf(3), memberDraw, (hypotheses, member) => {
        const batch = batchFor(hypotheses);
        const votes = [drawnVote(batch, member)];
        const choice = { vocabulary: VOCABULARY, threshold: 0.4, rankPenalty: 0.1 };
        const { output } = combineVotes(votes, 0, { hypotheses }, batch, choice);

        expect(unpackPrediction(packPrediction(output))).toEqual(output);
      }),
    );
  });

  it('takes little more than the sentence, so that it is billed as one unit', () => {
    const text = '天'.repeat(40);
    const places = Array.from({ length: 8 }, (_, index) => ({
      index,
      heard: '添',
      prediction: '天',
      alternatives: [...'天添田甜填'].map((other) => ({ text: other, probability: 0.1234 })),
    }));

    const packed = packPrediction({ text, confidence: 0.1234, hypothesis: 3, places });

    expect(Buffer.byteLength(packed)).toBeLessThan(700);
  });
});
