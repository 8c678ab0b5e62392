import { describe, expect, it } from 'vitest';
import { shareInterval } from '../../../evaluation/sentences/interval.ts';

describe('the interval of a share', () => {
  const portions = (rights: number, wrongs: number) => [
    ...Array.from({ length: rights }, () => ({ part: 0, whole: 10 })),
    ...Array.from({ length: wrongs }, () => ({ part: -1, whole: 10 })),
  ];

  it('lies around the share, as wide as that of independent sentences', () => {
    const { low, high } = shareInterval(portions(320, 80));

    // 400 sentences, a fifth of them with one character of ten: -0.02 ± 1.96 × √(0.2 × 0.8 / 400) / 10.
    expect(low).toBeCloseTo(-0.0239, 3);
    expect(high).toBeCloseTo(-0.0161, 3);
  });

  it('is the same every time', () => {
    expect(shareInterval(portions(9, 3))).toEqual(shareInterval(portions(9, 3)));
  });

  it.each([
    ['one sentence', [{ part: 1, whole: 4 }], 0.25],
    ['sentences of nothing', [{ part: 0, whole: 0 }], 0],
  ])('is a point for %s', (_, sentences, share) => {
    expect(shareInterval(sentences)).toEqual({ low: share, high: share });
  });
});
