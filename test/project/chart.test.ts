import { expect, it } from 'vitest';
import { logarithmicTicks } from '../../project/chart.ts';

it('the axis of a chart has powers of ten and their halves over logarithms', () => {
  expect(logarithmicTicks([3, 120])).toEqual([5, 10, 20, 50, 100]);
  expect(logarithmicTicks([1, 10_000])).toEqual([1, 10, 100, 1000, 10_000]);
});
