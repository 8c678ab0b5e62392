import { describe, expect, it } from 'vitest';
import { countTicks, logarithmicTicks, ticks } from '../../../load-tests/report/charts/svg.ts';
import { timeline } from '../../../load-tests/verdict/timeline.ts';
import { exchanged, failed } from '../fixtures/exchanges.ts';

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

describe('the timeline', () => {
  it('counts what was sent and answered in each second', () => {
    const exchanges = [
      exchanged({ at: 5000, milliseconds: 1500 }),
      failed({ at: 5900 }),
      exchanged({ at: 7000 }),
    ];

    expect(timeline(exchanges)).toMatchObject([
      { second: 0, sent: 2, answered: 0 },
      { second: 1, sent: 0, answered: 1 },
      { second: 2, sent: 1, answered: 1 },
    ]);
  });
});
