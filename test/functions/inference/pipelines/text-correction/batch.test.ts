import { describe, expect, it } from 'vitest';
import {
  batchOf,
  blankBatch,
  toTensors,
  workOf,
} from '../../../../../functions/inference/pipelines/text-correction/batch.ts';
import { VOCABULARY } from './support.ts';

const batch = (maxCharacters: number, ...hypotheses: string[]) =>
  batchOf(hypotheses, VOCABULARY, maxCharacters);
const work = (maxCharacters: number, ...hypotheses: string[]) =>
  workOf(batch(maxCharacters, ...hypotheses), VOCABULARY);

describe('the input of members', () => {
  it('has all hypotheses at once, the shorter ones padded, with as many candidates as occur', () => {
    const { tokens, candidates } = toTensors(batch(100, '甲x戊', '丁'), VOCABULARY);

    const ids = BigInt64Array.of(3n, 1n, 8n, 6n, 0n, 0n);
    expect(tokens).toEqual({ datatype: 'INT64', shape: [2, 3], data: ids });
    const offered = BigInt64Array.of(3n, 4n, 5n, 1n, 0n, 0n, 8n, 0n, 0n, 6n, 7n, 0n, 0n, 0n, 0n, 0n, 0n, 0n);
    expect(candidates).toEqual({ datatype: 'INT64', shape: [2, 3, 3], data: offered });
  });

  it('omits the last hypotheses if all together would be too long with padding', () => {
    expect(batch(12, '甲乙', '甲', '甲乙丙丁', '丁').rows.map(({ length }) => length)).toEqual([2, 1, 4]);
    expect(batch(11, '甲乙', '甲', '甲乙丙丁', '丁').rows.map(({ length }) => length)).toEqual([2, 1]);
  });

  it('is empty if the first hypothesis alone has too many characters', () => {
    expect(batch(3, '甲甲甲甲').rows).toEqual([]);
    expect(batch(3, '🙂🙂🙂').rows).toHaveLength(1);
    expect(batch(3, '甲'.repeat(1_000_000)).rows).toEqual([]);
  });
});

describe('the work of members', () => {
  it('is 1 for a sentence of a typical length, and grows with the number of characters', () => {
    expect(workOf(blankBatch(VOCABULARY), VOCABULARY)).toBe(1);
    expect(work(1_000, '甲'.repeat(64))).toBe(2);
    expect(work(1_000, '甲'.repeat(64), '甲')).toBe(4);
  });

  it('has as its unit a request with the largest number of candidates and the last character of the list', () => {
    const { rows, width } = blankBatch(VOCABULARY);

    expect(width).toBe(3);
    expect(rows[0]).toHaveLength(32);
    expect(rows[0]).toContain(VOCABULARY.size - 1);
  });
});
