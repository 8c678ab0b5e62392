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

/** What all members make of it, with probabilities that are the same at every place: of the first candidate, the second… */
function responseTo(hypotheses: string[], shares: number[], { threshold = 0.5 } = {}) {
  const batch = batchFor(hypotheses);
  const vote = voteFor(batch, 1, (_row, _index, candidate, count) => {
    if (count === 1) return 1;
    return candidate === count - 1
      ? 1 - shares.slice(0, count - 1).reduce((a, b) => a + b, 0)
      : shares[candidate]!;
  });
  const choice = { vocabulary: VOCABULARY, threshold, rankPenalty: 1 };
  return combineVotes([vote], 0, { hypotheses }, batch, choice).output;
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
    expect(responseTo(['甲戊'], [0.3, 0.6, 0.1])).toEqual({
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

  it('is left as it was heard below the threshold, however improbable that is', () => {
    expect(responseTo(['甲'], [0.1, 0.6, 0.3], { threshold: 0.7 })).toMatchObject({
      text: '甲',
      confidence: 0.1,
    });
  });

  it('names no place that is left as it was heard', () => {
    expect(responseTo(['戊甲'], [0.9, 0.095, 0.005]).places).toEqual([]);
  });

  it('keeps a character as it was written, and counts a pair of surrogates as one', () => {
    const { text, places } = responseTo(['🙂ＡＡ'], [0.4, 0.6]);

    expect(text).toBe('🙂丁丁');
    expect(places[0]).toMatchObject({ index: 1, heard: 'Ａ' });
    expect(places[0]!.alternatives).toContainEqual({ text: 'Ａ', probability: 0.4 });
  });

  it('is made of a later hypothesis only where that is so much more probable', () => {
    expect(responseTo(['甲甲', '戊甲', 'OK'], [0.9, 0.1, 0])).toMatchObject({ text: '甲甲', hypothesis: 0 });
    const batch = batchFor(['甲', '丁']);
    const choose = (first: number) => {
      const vote = voteFor(batch, 1, (row, _, candidate) =>
        row === 1 ? [0.99, 0.01][candidate]! : [first, (1 - first) / 2, (1 - first) / 2][candidate]!,
      );
      const choice = { vocabulary: VOCABULARY, threshold: 0.9, rankPenalty: 1 };
      return combineVotes([vote], 0, { hypotheses: ['甲', '丁'] }, batch, choice).output.text;
    };

    expect([choose(0.4), choose(0.3)]).toEqual(['甲', '丁']);
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

  it.each([
    ['no number', Number.NaN],
    ['no probability', 7],
  ])('is never made of something that is %s', (_, value) => {
    const batch = batchFor(['甲']);
    const choice = { vocabulary: VOCABULARY, threshold: 0.5, rankPenalty: 1 };

    expect(() =>
      combineVotes([voteFor(batch, 1, () => value)], 0, { hypotheses: ['甲'] }, batch, choice),
    ).toThrow('no probability');
  });
});
