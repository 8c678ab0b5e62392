import { describe, expect, it } from 'vitest';
import { connectionsBy } from '../../functions/page/browser/crowd/connections.ts';
import { type Outcome, Tally } from '../../functions/page/browser/crowd/tally.ts';

function tallyOf(...outcomes: Partial<Outcome>[]): Tally {
  const tally = new Tally();
  for (const outcome of outcomes) {
    tally.add({ state: 'in-time', milliseconds: 1, environment: undefined, ...outcome });
  }
  return tally;
}

describe('a hundred at once', () => {
  it('are six at a time under HTTP/1.1, and all of them where one connection takes them', () => {
    const protocols = ['http/1.1', '', 'h2', 'h3'];

    expect(protocols.map((protocol) => connectionsBy(protocol, 100).most)).toEqual([6, 6, 100, 100]);
  });

  it('have quantiles by the nearest rank', () => {
    const tally = tallyOf(...Array.from({ length: 100 }, (_, place) => ({ milliseconds: place + 1 })));

    expect([0.5, 0.99, 1].map((share) => tally.quantile(share))).toEqual([50, 99, 100]);
  });

  it('count refusals apart: what was refused quickly makes no answer quicker', () => {
    const tally = tallyOf({ milliseconds: 40 }, { state: 'refused' }, { state: 'lost' }, { state: 'late' });

    expect([tally.count('in-time', 'late'), tally.count('refused')]).toEqual([2, 1]);
    expect(tally.quantile(1)).toBe(40);
    expect(tallyOf({ state: 'refused' }).quantile(0.5)).toBeUndefined();
  });

  it('count each environment once, where the service says which it was', () => {
    const environments = ['1', '2', '1', undefined].map((environment) => ({ environment }));

    expect(tallyOf(...environments).environments).toBe(2);
  });
});
