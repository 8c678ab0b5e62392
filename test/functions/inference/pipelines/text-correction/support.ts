/** A small vocabulary, and members that say what they are told to. */
import fc from 'fast-check';
import type { Vote } from '../../../../../functions/inference/pipelines/pipeline.ts';
import { type Batch, batchOf } from '../../../../../functions/inference/pipelines/text-correction/batch.ts';
import type { MemberOutput } from '../../../../../functions/inference/pipelines/text-correction/combine.ts';
import type { Vocabulary } from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';
import { parseVocabulary } from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

/** @throws where the lines are no vocabulary */
export function vocabularyOf(lines: readonly string[]): Vocabulary {
  const parsed = parseVocabulary(lines.map((line) => `${line}\n`).join(''));
  if (Array.isArray(parsed)) throw new Error(parsed.join('; '));
  return parsed;
}

/** Three that sound alike, two that do, and one of its own. */
export const LINES = ['甲\t甲乙丙', '乙\t乙甲丙', '丙\t丙甲', '丁\t丁a', 'a\ta丁', '戊\t戊'];
export const VOCABULARY = vocabularyOf(LINES);

/** What may stand at each place of a hypothesis, in the order of a member's probabilities. */
export function candidatesOf(hypothesis: string): string[][] {
  return VOCABULARY.encode(hypothesis).map((id) =>
    Array.from({ length: VOCABULARY.candidateCount(id) }, (_, place) => VOCABULARY.candidate(id, place)),
  );
}

export function batchFor(hypotheses: readonly string[]): Batch {
  return batchOf(hypotheses, VOCABULARY, 1_000);
}

/** @param probabilityOf of the row, the place, the candidate and how many there are of them; each place adds up to one */
export function voteFor(
  { rows, length, width }: Batch,
  weight: number,
  probabilityOf: (row: number, index: number, candidate: number, count: number) => number,
): Vote<MemberOutput> {
  const data = new Float32Array(rows.length * length * width);
  for (const [row, ids] of rows.entries()) {
    for (const [index, id] of ids.entries()) {
      const count = VOCABULARY.candidateCount(id);
      const start = (row * length + index) * width;
      for (let candidate = 0; candidate < count; candidate++) {
        data[start + candidate] = probabilityOf(row, index, candidate, count);
      }
    }
  }
  const memberOutput: MemberOutput = { datatype: 'FP32', shape: [rows.length, length, width], data };
  return { name: 'member', weight, milliseconds: 1, memberOutput };
}

/** Hypotheses of known and unknown characters, some of them written otherwise than they are looked up. */
export const hypothesesOf = (most: number) =>
  fc.array(
    fc
      .array(fc.constantFrom(...'甲乙丙丁aＡ戊🙂é'), { minLength: 1, maxLength: 5 })
      .map((characters) => characters.join('')),
    { minLength: 1, maxLength: most },
  );

/** A member's weight, and what its vote for any batch is drawn from. */
export const memberDraw = fc.record({
  weight: fc.constantFrom(0.5, 1, 1.5, 3),
  /** How far one candidate is above the others: members that are sure of something, and such that are not. */
  height: fc.constantFrom(0, 1, 20, 1_000),
  favour: fc.array(fc.nat(2), { minLength: 7, maxLength: 7 }),
  noise: fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 }),
});

interface MemberDraw {
  readonly weight: number;
  readonly height: number;
  readonly favour: readonly number[];
  readonly noise: readonly number[];
}

export function drawnVote(batch: Batch, { weight, height, favour, noise }: MemberDraw): Vote<MemberOutput> {
  const part = (row: number, index: number, candidate: number, count: number) => {
    const place = row * batch.length + index;
    const raised = candidate === favour[place % favour.length]! % count ? height : 0;
    return noise[(3 * place + candidate) % noise.length]! + raised;
  };
  return voteFor(batch, weight, (row, index, candidate, count) => {
    let total = 0;
    for (let other = 0; other < count; other++) total += part(row, index, other, count);
    return part(row, index, candidate, count) / total;
  });
}
