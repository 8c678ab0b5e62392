import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import { blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { exchanged, manyExchanged, rules } from '../fixtures/exchanges.ts';

/** Parts of a run that has first requests only. */
const freshOf = (records: ExchangeRecord[]) => blocksOf({ fresh: records, cached: [] }, rules).blocks.fresh;

describe('the parts of a run', () => {
  it('hold equal numbers of requests, in the order in which they were due', () => {
    const rising = manyExchanged(4000).map((record, index) => ({ ...record, milliseconds: index / 4 }));

    const blocks = freshOf(rising.toReversed());

    const middles = blocks.map((_, part) => 50 + 100 * part);
    expect(blocks.map(({ p50 }) => Math.round(p50 ?? 0))).toEqual(middles);
    expect(blocks[0]).toMatchObject({ perSecond: 100 });
  });

  it('count what is in time and right as good', () => {
    const records = manyExchanged(4000).map((record, index) => {
      if (index < 100) return { ...record, milliseconds: 1200 };
      return index < 200 ? { ...record, prediction: '水' } : record;
    });

    const blocks = freshOf(records);

    expect(blocks.map(({ perSecond }) => Math.round(perSecond))).toEqual([50, ...Array(8).fill(100), 98]);
  });

  const steady = (count: number, gap: number, repeated = false) =>
    Array.from({ length: count }, (_, index) => exchanged({ at: 1_000_000 + index * gap, repeated }));
  const spike = [...steady(100, 200), ...steady(500, 20).map((one) => ({ ...one, at: one.at + 20_000 }))];

  it.each([
    ['requests', steady(390, 90), [], 54],
    ['seconds', steady(3000, 10), [], 34],
    ['seconds for repeats beside first requests', steady(700, 50), steady(700, 50, true), 45],
    ['seconds in the parts of a spike', spike, [], 50],
  ])('are none where a run has too few %s, and say how long it must be', (_, fresh, cached, least) => {
    const { blocks, comparableSeconds } = blocksOf({ fresh, cached }, rules);

    expect(blocks).toEqual({ fresh: [], cached: [] });
    expect(Math.round(comparableSeconds)).toBe(least);
  });
});
