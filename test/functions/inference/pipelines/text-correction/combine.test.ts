import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vote } from '../../../../../functions/inference/pipelines/pipeline.ts';
import type { MemberOutput } from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import { combineVotes } from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import {
  batchFor,
  candidatesOf,
  drawnVote,
  hypothesesOf,
  memberDraw,
  VOCABULARY,
  voteFor,
} from './support.ts';

/** What one member makes of a sentence, with the same probability at every place: of the first candidate, the second… */
function responseTo(sentence: string, ...shares: number[]) {
  const batch = batchFor([sentence]);
  const vote = voteFor(batch, 1, (_row, _index, candidate, count) => (count === 1 ? 1 : shares[candidate]!));
  const choice = { vocabulary: VOCABULARY, threshold: 0.5, rankPenalty: 1 };
  return combineVotes([vote], 0, { hypotheses: [sentence] }, batch, choice).output;
}

/** The same prediction by another way: slowly, in texts, and by the definition. */
function oracle(
  votes: readonly Vote<MemberOutput>[],
  hypotheses: string[],
  threshold: number,
  penalty: number,
) {
  const { length, width } = batchFor(hypotheses);
  const weights = votes.reduce((sum, { weight }) => sum + weight, 0);
  const sentences = hypotheses.map((hypothesis, rank) => {
    const logarithms: number[] = [];
    const characters = candidatesOf(hypothesis).map((candidates, index) => {
      const heard = [...hypothesis][index]!;
      if (candidates.length < 2) return heard;
      const means = candidates.map(
        (_, candidate) =>
          votes.reduce(
            (sum, { weight, memberOutput }) =>
              sum + weight * memberOutput.data[(rank * length + index) * width + candidate]!,
            0,
          ) / weights,
      );
      const most = Math.max(...means);
      const changed = most > means[0]! && most >= threshold;
      logarithms.push(Math.log(Math.max(1e-9, changed ? most : means[0]!)));
      return changed ? candidates[means.indexOf(most)]! : heard;
    });
    const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length;
    const confidence = Math.min(1, ...logarithms.map(Math.exp));
    const score = logarithms.length === 0 ? Number.NEGATIVE_INFINITY : mean - penalty * rank;
    return { text: characters.join(''), confidence, score };
  });
  return sentences.reduce((best, one) => (one.score > best.score ? one : best));
}

describe('a sentence of votes', () => {
  it('is changed at a place where another candidate is the most probable and reaches the threshold', () => {
    expect(responseTo('甲戊', 0.3, 0.6, 0.1)).toEqual({
      text: '乙戊',
      confidence: 0.6,
      hypothesis: 0,
      places: [
        {
          index: 0,
          heard: '甲',
          prediction: '乙',
          alternatives: [
            { text: '乙', probability: 0.6 },
            { text: '甲', probability: 0.3 },
            { text: '丙', probability: 0.1 },
          ],
        },
      ],
    });
  });

  it('names no place that is left as it was heard', () => {
    expect(responseTo('戊甲', 0.9, 0.095, 0.005).places).toEqual([]);
  });

  it('is what the definition says, by a slow way', () => {
    const threshold = fc.constantFrom(0, 0.3, 0.5, 0.8, 1);
    const penalty = fc.constantFrom(0, 0.1, 1);
    let changed = 0;
    let later = 0;
    fc.assert(
      fc.property(
        hypothesesOf(4),
        fc.array(memberDraw, { minLength: 1, maxLength: 3 }),
        threshold,
        penalty,
        (hypotheses, members, least, rankPenalty) => {
          const batch = batchFor(hypotheses);
          const votes = members.map((member) => drawnVote(batch, member));
          const choice = { vocabulary: VOCABULARY, threshold: least, rankPenalty };

          const { output } = combineVotes(votes, 0, { hypotheses }, batch, choice);

          const { text, confidence } = oracle(votes, hypotheses, least, rankPenalty);
          expect(output.text).toBe(text);
          expect(output.confidence).toBeCloseTo(confidence, 3);
          if (output.places.length > 0) changed += 1;
          if (output.hypothesis > 0) later += 1;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(changed).toBeGreaterThan(100);
    expect(later).toBeGreaterThan(50);
  });

  it.each([Number.NaN, 7])('is never made of %d, which is no probability', (value) => {
    expect(() => responseTo('甲', value, value, value)).toThrow('no probability');
  });
});
