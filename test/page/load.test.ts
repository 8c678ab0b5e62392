import { describe, expect, it } from 'vitest';
import { type Outcome, Tally } from '../../functions/page/browser/load/tally.ts';

function tallyOf(...outcomes: Partial<Outcome>[]): Tally {
  const tally = new Tally();
  for (const outcome of outcomes) tally.add({ state: 'in-time', milliseconds: 1, ...outcome });
  return tally;
}

describe('the tally of a load test', () => {
  it('has quantiles by the nearest rank', () => {
    const tally = tallyOf(...Array.from({ length: 100 }, (_, place) => ({ milliseconds: place + 1 })));

    expect([0.5, 0.99, 1].map((share) => tally.quantile(share))).toEqual([50, 99, 100]);
  });

  it('counts refusals apart: what is refused quickly makes no response quicker', () => {
    const tally = tallyOf({ milliseconds: 40 }, { state: 'refused' }, { state: 'failed' }, { state: 'late' });

    expect([tally.count('in-time', 'late'), tally.count('refused')]).toEqual([2, 1]);
    expect(tally.quantile(1)).toBe(40);
    expect(tallyOf({ state: 'refused' }).quantile(0.5)).toBeUndefined();
  });
});
