import { describe, expect, it } from 'vitest';
import { perSecond } from '../../../load-tests/report/charts/charts.ts';
import { countTicks, logarithmicTicks, ticks } from '../../../load-tests/report/charts/svg.ts';

describe('the axes of a chart', () => {
  it('have round numbers', () => {
    expect(ticks(23)).toEqual([0, 5, 10, 15, 20]);
    expect(ticks(0.9)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  });

  it('count in whole numbers', () => {
    expect(countTicks(2)).toEqual([0, 1, 2]);
  });

  it('have powers of ten and their halves over logarithms', () => {
    expect(logarithmicTicks(3, 120)).toEqual([5, 10, 20, 50, 100]);
    expect(logarithmicTicks(1, 10_000)).toEqual([1, 10, 100, 1000, 10_000]);
  });
});

describe('a rate over time', () => {
  it('counts what happened in each second', () => {
    expect(Array.from(perSecond([0, 900, 2000, 2999.9]), (count) => count ?? 0)).toEqual([2, 0, 2]);
  });
});
