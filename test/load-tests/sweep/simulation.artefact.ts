import { describe, expect, it } from 'vitest';
import { verdicts } from './noisy-machine.ts';

describe('a sweep of a machine as noisy as ours', () => {
  it('seldom reports that useless batches pay, and mostly that they do not', async () => {
    const { pay, not } = await verdicts(100, 10, 1);

    // One wrong verdict in twenty is acceptable. At this rate, more than ten in a hundred have a chance of 1 %.
    expect(pay).toBeLessThanOrEqual(10);
    expect(not).toBeGreaterThanOrEqual(85);
  });

  it('finds a gain of a tenth in ten minutes', async () => {
    const { pay, not } = await verdicts(100, 10, 1.1);

    expect(pay).toBeGreaterThanOrEqual(90);
    expect(not).toBeLessThanOrEqual(3);
  });

  it('finds a gain of a fifth in four minutes', async () => {
    const { pay, not } = await verdicts(50, 4, 1.2);

    expect(pay).toBeGreaterThanOrEqual(40);
    expect(not).toBe(0);
  });
});
