import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { manyExchanged, rules } from '../fixtures/exchanges.ts';

describe('the parts of a run', () => {
  it('hold equal numbers of requests, in the order in which they were due', () => {
    const rising = manyExchanged(4000).map((record, index) => ({ ...record, milliseconds: index / 4 }));

    const blocks = blocksOf(rising.toReversed(), rules);

    expect(blocks.map(({ p50 }) => Math.round(p50 ?? 0))).toEqual([
      ...[50, 150, 250, 350, 450, 550, 650, 750, 850, 950],
    ]);
    expect(blocks[0]).toMatchObject({ perSecond: 100 });
  });

  it('count what is in time and right as good', () => {
    const records = manyExchanged(4000).map((record, index) => {
      if (index < 100) return { ...record, milliseconds: 1200 };
      return index < 200 ? { ...record, answer: '水' } : record;
    });

    const blocks = blocksOf(records, rules);

    expect(blocks.map(({ perSecond }) => Math.round(perSecond))).toEqual([50, ...Array(8).fill(100), 98]);
  });

  it('are none where a run is too short to tell its spread', () => {
    const parts = [199, 2000, 4000].map((count) => blocksOf(manyExchanged(count), rules).length);

    expect(parts).toEqual([0, 0, 10]);
  });
});
