import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { namedQuantiles, spectrumOf } from '../../../load-tests/report/figures/spectrum.ts';
import { manyExchanged, rules } from '../fixtures/exchanges.ts';

const thousand = Array.from({ length: 1000 }, (_, index) => index + 1);

describe('the percentile spectrum', () => {
  const at = (share: number, of = thousand) => spectrumOf(of).find(({ quantile }) => quantile === share);

  it('has the percentiles that were measured, up to the slowest answer', () => {
    expect(at(0.5)).toEqual({ quantile: 0.5, milliseconds: 500, count: 500 });
    expect(at(0.99)).toEqual({ quantile: 0.99, milliseconds: 990, count: 990 });
    expect(at(0.999)).toEqual({ quantile: 0.999, milliseconds: 999, count: 999 });
    expect(spectrumOf(thousand).at(-1)).toEqual({ quantile: 1, milliseconds: 1000, count: 1000 });
  });

  it('gets closer towards the slowest, and never falls', () => {
    const points = spectrumOf(thousand);

    expect(points.filter(({ quantile }) => quantile > 0.9).length).toBeGreaterThan(15);
    expect(points.map(({ milliseconds }) => milliseconds)).toEqual(
      points.map(({ milliseconds }) => milliseconds).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    );
  });

  it('names no percentile for which there are too few answers', () => {
    expect(namedQuantiles([spectrumOf(thousand)])).toContain(0.999);
    expect(namedQuantiles([spectrumOf(thousand.slice(0, 100))]).at(-1)).toBe(0.99);
    expect(spectrumOf([])).toEqual([]);
  });

  it('has no number where a percentile falls on a failure', () => {
    const half = [...thousand.slice(0, 50), ...Array<number>(50).fill(Number.POSITIVE_INFINITY)];

    expect(at(0.5, half)?.milliseconds).toBe(50);
    expect(at(0.9, half)?.milliseconds).toBeNull();
  });
});

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
