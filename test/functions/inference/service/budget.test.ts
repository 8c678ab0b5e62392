import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../functions/inference/service/budget.ts';

const LIMITS = { budgetMilliseconds: 1000, networkMarginMilliseconds: 100 };

/** Clocks that stand still. */
const at = (time: number) => ({ wall: () => time, steady: () => 0 });

describe('budget', () => {
  it('counts from the moment the gateway took the request', () => {
    const budget = new Budget(LIMITS, 10_000, at(10_300));

    expect(budget.millisecondsLeft()).toBe(600);
  });

  it('runs out', () => {
    const budget = new Budget(LIMITS, 10_000, at(12_000));

    expect(budget.millisecondsLeft()).toBeLessThan(0);
  });

  it('does not believe a clock that is ahead of its own', () => {
    const budget = new Budget(LIMITS, 99_000, at(10_000));

    expect(budget.millisecondsLeft()).toBe(900);
  });
});
