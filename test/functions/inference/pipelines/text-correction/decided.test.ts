import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineVotes } from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import { batchFor, drawnVote, hypothesesOf, memberDraw, VOCABULARY, voteFor } from './support.ts';

const WIDEST = 3;

/** Whether one vote of three, with these probabilities for each candidate, decides a sentence of one place. */
function decides(threshold: number, ...shares: number[]): boolean {
  const batch = batchFor(['甲']);
  const vote = voteFor(batch, 1, (_row, _index, candidate) => shares[candidate]!);
  const choice = { vocabulary: VOCABULARY, threshold, rankPenalty: 1 };
  return combineVotes([vote], 2, { hypotheses: ['甲'] }, batch, choice).decided;
}

describe('a sentence that is decided', () => {
  it('stays the same whatever the members say that did not run', () => {
    let settled = 0;
    let corrected = 0;
    fc.assert(
      fc.property(
        hypothesesOf(3),
        fc.array(memberDraw, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0.2, 0.5, 1, 2),
        fc.constantFrom(0.3, 0.6, 0.9),
        fc.constantFrom(0.1, 1, 3),
        memberDraw,
        (hypotheses, members, left, threshold, rankPenalty, other) => {
          const batch = batchFor(hypotheses);
          const request = { hypotheses };
          const choice = { vocabulary: VOCABULARY, threshold, rankPenalty };
          const voted = members.map((member) => drawnVote(batch, member));
          const { output, decided } = combineVotes(voted, left, request, batch, choice);
          if (!decided) return;
          settled += 1;
          if (output.places.length > 0) corrected += 1;
          // All that is left for one candidate at each place, with one hypothesis after the other held up against it.
          const extreme = [];
          for (let held = 0; held < hypotheses.length; held++) {
            for (let one = 0; one < WIDEST; one++) {
              for (let rest = 0; rest < WIDEST; rest++) extreme.push({ held, one, rest });
            }
          }
          const missing = extreme.map(({ held, one, rest }) =>
            voteFor(batch, left, (row, _, candidate, count) =>
              candidate === (row === held ? one : rest) % count ? 1 : 0,
            ),
          );
          missing.push(drawnVote(batch, { ...other, weight: left }));
          const texts = missing.map(
            (vote) => combineVotes([...voted, vote], 0, request, batch, choice).output.text,
          );
          expect([...new Set(texts)]).toEqual([output.text]);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(settled).toBeGreaterThan(300);
    expect(corrected).toBeGreaterThan(30);
  });

  it('is settled by the first member where the others cannot bring a change over a high threshold', () => {
    expect(decides(0.9, 0.5, 0.4, 0.1)).toBe(true);
    expect(decides(0.6, 0.99, 0.01, 0)).toBe(false);
  });

  it('is chosen among several hypotheses as soon as no other can become as probable', () => {
    const batch = batchFor(['甲', '乙']);
    const decided = (left: number, rankPenalty: number) =>
      combineVotes(
        [voteFor(batch, 2, (_row, _index, candidate) => (candidate === 0 ? 1 : 0))],
        left,
        { hypotheses: ['甲', '乙'] },
        batch,
        { vocabulary: VOCABULARY, threshold: 0.9, rankPenalty },
      ).decided;

    expect([decided(1, 1), decided(1, 0.1), decided(0, 0.1)]).toEqual([true, false, true]);
  });
});
