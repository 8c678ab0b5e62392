import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAY } from '../../cost/outcome.ts';
import { type PlanInput, plan } from '../../cost/plan.ts';
import { environmentsByFormula } from '../../cost/sizing.ts';
import { MONTH } from '../../cost/workload.ts';
import { configurationOf, loadOf, priceBook } from './price-book.ts';

function planOf(change: Partial<PlanInput> = {}) {
  return plan({
    load: loadOf(3, 300),
    configuration: configurationOf(),
    period: MONTH,
    prices: priceBook(),
    promised: { milliseconds: 1000, lateShare: 0.0001, network: 100 },
    play: { ...DEFAULT_PLAY, questions: 20_000 },
    architectures: ['x86_64', 'arm64'],
    ...change,
  });
}

describe('The plan', () => {
  it('names the cheapest configuration that keeps the promise', () => {
    const { cheapest, candidates } = planOf();

    const keeping = candidates.filter(({ keepsPromise }) => keepsPromise).map(({ bill }) => bill.dollars);
    expect(cheapest?.bill.dollars).toBe(Math.min(...keeping));
    expect(cheapest?.latency).toBeLessThanOrEqual(1000);
  });

  it('names the next cheaper one, which does not', () => {
    const { cheapest, nextCheaper, candidates } = planOf();

    const between = candidates.filter(
      ({ bill }) =>
        bill.dollars > (nextCheaper?.bill.dollars ?? 0) && bill.dollars < (cheapest?.bill.dollars ?? 0),
    );
    expect(nextCheaper?.keepsPromise).toBe(false);
    expect(between).toEqual([]);
  });

  it('asks for more environments when the requests come in bursts', () => {
    const size = (burst: number) =>
      planOf({ load: loadOf(3, 300, { burst }) }).neverLate?.configuration.provisioned;

    expect(size(10)).toBeGreaterThan(size(1) ?? Number.POSITIVE_INFINITY);
  });

  it('finds nothing when the function alone is too slow', () => {
    expect(planOf({ load: loadOf(3, 950) }).cheapest).toBeUndefined();
  });

  it('leaves out an architecture that it cannot price, and says so', () => {
    const { candidates, refused } = planOf({ prices: priceBook('lambda.requests.arm64') });

    expect(new Set(candidates.map(({ configuration }) => configuration.architecture))).toEqual(
      new Set(['x86_64']),
    );
    expect(refused.join()).toContain('"lambda.requests.arm64"');
  });
});

describe('The formula', () => {
  it('takes 8 environments for 3 Erlang and one more for each further request of a burst', () => {
    expect(environmentsByFormula(loadOf(10, 300), true)).toBe(8);
    expect(environmentsByFormula(loadOf(10, 300, { burst: 10 }), true)).toBe(17);
  });

  it('counts repeats by what the cache makes of them', () => {
    const load = loadOf(10, 300, { repeatShare: 1, cached: { mean: 10 } });

    expect(environmentsByFormula(load, true)).toBeLessThan(environmentsByFormula(load, false));
  });
});
