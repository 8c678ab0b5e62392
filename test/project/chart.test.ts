import { describe, expect, it } from 'vitest';
import { logarithmicTicks, ticks } from '../../project/chart.ts';

describe('the axes of a chart', () => {
  it('have round numbers', () => {
    expect(ticks(23)).toEqual([0, 5, 10, 15, 20]);
    expect(ticks(0.9)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  });

  it('have powers of ten and their halves over logarithms', () => {
    expect(logarithmicTicks([3, 120])).toEqual([5, 10, 20, 50, 100]);
    expect(logarithmicTicks([1, 10_000])).toEqual([1, 10, 100, 1000, 10_000]);
  });
});
