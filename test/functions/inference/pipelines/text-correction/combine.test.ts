import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../../../functions/inference/pipelines/text-correction/batch.ts';
import {
  combineVotes,
  type MemberOutput,
} from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import { VOCABULARY } from './support.ts';

interface Member {
  readonly weight: number;
  /** The probability of a candidate; the probabilities at a position have a sum of one. @param count number of candidates */
  says(row: number, index: number, candidate: number, count: number): number;
}

/** `left` is the weight of the members that have not run. */
type Choice = { readonly left?: number; readonly threshold: number; readonly rankPenalty: number };

function combined(hypotheses: readonly string[], members: readonly Member[], choice: Partial<Choice> = {}) {
  const { left = 0, threshold = 0.5, rankPenalty = 1 } = choice;
  const batch = batchOf(hypotheses, VOCABULARY, 1_000);
  const { rows, length, width } = batch;
  const votes = members.map(({ weight, says }) => {
    const data = new Float32Array(rows.length * length * width);
    for (const [row, ids] of rows.entries()) {
      for (const [index, id] of ids.entries()) {
        const count = VOCABULARY.candidateCount(id);
        const values = Array.from({ length: count }, (_, candidate) => says(row, index, candidate, count));
        data.set(values, (row * length + index) * width);
      }
    }
    const memberOutput: MemberOutput = { datatype: 'FP32', shape: [rows.length, length, width], data };
    return { name: 'member', weight, milliseconds: 1, batch: 1, memberOutput };
  });
  return combineVotes(votes, left, { hypotheses }, batch, { vocabulary: VOCABULARY, threshold, rankPenalty });
}

/** A member that gives the candidates these probabilities at every position with several candidates. */
const saying = (...shares: number[]): Member => ({
  weight: 1,
  says: (_row, _index, candidate, count) => (count === 1 ? 1 : shares[candidate]!),
});

/** Hypotheses of known and unknown characters. Some characters change when they are normalised for the lookup. */
const hypothesesOf = (most: number) => {
  const characters = fc.constantFrom(...'甲乙丙丁aＡ戊🙂é');
  const hypothesis = fc.string({ unit: characters, minLength: 1, maxLength: 5 });
  return fc.array(hypothesis, { minLength: 1, maxLength: most });
};

const member = fc
  .record({
    weight: fc.constantFrom(0.5, 1, 1.5, 3),
    /** How far one candidate is above the others: high for a confident member. */
    height: fc.constantFrom(0, 1, 20, 1_000),
    favour: fc.array(fc.nat(2), { minLength: 7, maxLength: 7 }),
    noise: fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 }),
  })
  .map(({ weight, height, favour, noise }): Member => {
    const says: Member['says'] = (row, index, candidate, count) => {
      const position = 5 * row + index;
      const parts = Array.from({ length: count }, (_, other) => {
        const raised = other === favour[position % favour.length]! % count ? height : 0;
        return noise[(3 * position + other) % noise.length]! + raised;
      });
      return parts[candidate]! / parts.reduce((sum, part) => sum + part);
    };
    return { weight, says };
  });
const members = fc.array(member, { minLength: 1, maxLength: 3 });

/** An independent implementation that computes the prediction from its definition on texts. */
function oracle(hypotheses: string[], given: readonly Member[], { threshold, rankPenalty }: Choice) {
  const weights = given.reduce((sum, { weight }) => sum + weight, 0);
  const sentences = hypotheses.map((hypothesis, rank) => {
    const logarithms: number[] = [];
    const characters = [...hypothesis].map((heard, index) => {
      const [id] = VOCABULARY.encode(heard) as [number];
      const count = VOCABULARY.candidateCount(id);
      if (count < 2) return heard;
      const means = Array.from({ length: count }, (_, candidate) => {
        const parts = given.map(
          ({ weight, says }) => weight * Math.fround(says(rank, index, candidate, count)),
        );
        return parts.reduce((sum, part) => sum + part) / weights;
      });
      const most = Math.max(...means);
      const changed = most > means[0]! && most >= threshold;
      logarithms.push(Math.log(Math.max(1e-9, changed ? most : means[0]!)));
      return changed ? VOCABULARY.candidate(id, means.indexOf(most)) : heard;
    });
    const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length;
    const confidence = Math.min(1, ...logarithms.map(Math.exp));
    const score = logarithms.length === 0 ? Number.NEGATIVE_INFINITY : mean - rankPenalty * rank;
    return { text: characters.join(''), confidence, score };
  });
  return sentences.reduce((best, one) => (one.score > best.score ? one : best));
}

describe('a corrected sentence', () => {
  it('is changed at a place where another candidate is the most probable and reaches the threshold', () => {
    const alternatives = [
      { text: '乙', probability: 0.6 },
      { text: '甲', probability: 0.3 },
      { text: '丙', probability: 0.1 },
    ];
    expect(combined(['甲戊'], [saying(0.3, 0.6, 0.1)]).output).toEqual({
      text: '乙戊',
      confidence: 0.6,
      hypothesis: 0,
      places: [{ index: 0, heard: '甲', prediction: '乙', alternatives }],
    });
  });

  it('does not list unchanged places', () => {
    expect(combined(['戊甲'], [saying(0.9, 0.095, 0.005)]).output.places).toEqual([]);
  });

  it('equals a slow computation by the definition', () => {
    const choices = fc.record({
      threshold: fc.constantFrom(0, 0.3, 0.5, 0.8, 1),
      rankPenalty: fc.constantFrom(0, 0.1, 1),
    });
    let changed = 0;
    let later = 0;
    fc.assert(
      fc.property(hypothesesOf(4), members, choices, (hypotheses, given, choice) => {
        const { output } = combined(hypotheses, given, choice);

        const { text, confidence } = oracle(hypotheses, given, choice);
        expect(output.text).toBe(text);
        expect(output.confidence).toBeCloseTo(confidence, 3);
        if (output.places.length > 0) changed += 1;
        if (output.hypothesis > 0) later += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(changed).toBeGreaterThan(100);
    expect(later).toBeGreaterThan(50);
  });

  it.each([Number.NaN, 7])('is never computed from %d, which is not a probability', (value) => {
    expect(() => combined(['甲'], [saying(value, value, value)])).toThrow('not a probability');
  });
});

describe('a sentence that is decided', () => {
  it('stays the same whatever the other members would say', () => {
    const choices = fc.record({
      left: fc.constantFrom(0.2, 0.5, 1, 2),
      threshold: fc.constantFrom(0.3, 0.6, 0.9),
      rankPenalty: fc.constantFrom(0.1, 1, 3),
    });
    let settled = 0;
    let corrected = 0;
    fc.assert(
      fc.property(hypothesesOf(3), members, choices, member, (hypotheses, given, choice, other) => {
        const { output, decided } = combined(hypotheses, given, choice);
        if (!decided) return;
        settled += 1;
        if (output.places.length > 0) corrected += 1;
        // The other members give the whole probability to one candidate in hypothesis `held`, and to the same or
        // another candidate in the other hypotheses.
        const extreme = hypotheses.flatMap((_, held) =>
          Array.from({ length: 9 }, (_, both): Member['says'] => (row, _index, candidate, count) => {
            const favourite = row === held ? both % 3 : Math.floor(both / 3);
            return candidate === favourite % count ? 1 : 0;
          }),
        );
        for (const says of [...extreme, other.says]) {
          const whole = combined(hypotheses, [...given, { weight: choice.left, says }], {
            ...choice,
            left: 0,
          });
          expect(whole.output.text).toBe(output.text);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(settled).toBeGreaterThan(300);
    expect(corrected).toBeGreaterThan(30);
  });

  it('is decided by the first member if the others cannot lift a change over a high threshold', () => {
    const decides = (threshold: number, ...shares: number[]) =>
      combined(['甲'], [saying(...shares)], { left: 2, threshold }).decided;

    expect(decides(0.9, 0.5, 0.4, 0.1)).toBe(true);
    expect(decides(0.6, 0.99, 0.01, 0)).toBe(false);
  });

  it('is chosen among several hypotheses as soon as no other can become as probable', () => {
    const sure = { ...saying(1, 0, 0), weight: 2 };
    const decided = (left: number, rankPenalty: number) =>
      combined(['甲', '乙'], [sure], { left, threshold: 0.9, rankPenalty }).decided;

    expect([decided(1, 1), decided(1, 0.1), decided(0, 0.1)]).toEqual([true, false, true]);
  });
});
