import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { namedQuantiles, spectrumOf } from '../../../load-tests/report/figures/spectrum.ts';
import { failed, manyExchanged, rules } from '../fixtures/exchanges.ts';

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
  it('hold equal numbers of answers, in the order in which they were due', () => {
    const rising = manyExchanged(1000).map((record, index) => ({ ...record, milliseconds: index }));

    const blocks = blocksOf(rising.toReversed(), rules);

    expect(blocks.map(({ p50 }) => p50)).toEqual([49, 149, 249, 349, 449, 549, 649, 749, 849, 949]);
    expect(blocks[0]).toMatchObject({ percentile: 98, lateOrFailed: 0, wrong: 0, perSecond: 100 });
  });

  it('tell what broke the promise and what was wrong', () => {
    const bad = [...manyExchanged(150), ...manyExchanged(25, { milliseconds: 1200 }), failed()];
    const wrong = manyExchanged(24, { at: 3_000_000, answer: '水' });

    const blocks = blocksOf([...bad, ...wrong], rules);

    expect(blocks.reduce((sum, { lateOrFailed }) => sum + lateOrFailed / 10, 0)).toBeCloseTo(26 / 200);
    expect(blocks.at(-1)?.wrong).toBe(1);
  });

  it('are more where the run is longer, and none where there are too few answers', () => {
    const parts = [199, 200, 2000, 4000].map((count) => blocksOf(manyExchanged(count), rules).length);

    expect(parts).toEqual([0, 10, 20, 40]);
  });
});
