import { describe, expect, it } from 'vitest';
import type { Alternative, Comparison } from '../../../cost/alternatives/alternative.ts';
import { cheapestByRate, crossovers, curves, rateGrid } from '../../../cost/alternatives/crossover.ts';
import { MissingPriceError } from '../../../cost/errors.ts';
import { Games } from '../../../cost/plan/games.ts';
import { DEFAULT_PLAY } from '../../../cost/simulation/play.ts';
import { Tally } from '../../../cost/simulation/tally.ts';
import { MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';

const PROMISED = { milliseconds: 1000, lateShare: 0.01, network: 100 };
const COMPARISON: Comparison = {
  load: loadOf(1, 100),
  configuration: configurationOf(),
  period: MONTH,
  prices: priceBook(),
  games: new Games(PROMISED, DEFAULT_PLAY),
  machines: [],
};

function fixed(name: string, dollars: (rate: number) => number, keeps = (_: number) => true): Alternative {
  return {
    name,
    isServerless: true,
    assess: ({ load: { ratePerSecond: rate } }) => ({
      dollars: dollars(rate),
      count: 1,
      latency: 100,
      remark: '',
      verdict: {
        kept: keeps(rate) ? 'yes' : 'no',
        lateShare: 0,
        low: 0,
        high: 0,
        questions: 1,
        shares: new Tally(1),
      },
    }),
  };
}

describe('The crossover', () => {
  const rates = rateGrid(0.01, 100, 41);
  const steep = fixed('steep', (rate) => 10 * rate);
  const flat = fixed('flat', () => 20);
  const drawn = (...all: Alternative[]) => curves(all, rates, COMPARISON);

  it('lies where two costs are equal, to the next point of the grid', () => {
    const [one, other] = drawn(steep, flat);

    const [rate = 0, ...more] = one && other ? crossovers(one, other) : [];
    expect(rate).toBeGreaterThanOrEqual(2);
    expect(rate).toBeLessThan(2 * 10 ** 0.1);
    expect(more).toEqual([]);
  });

  it('divides the rates among the cheapest', () => {
    const stretches = cheapestByRate(drawn(steep, flat));

    expect(stretches.map(({ name }) => name)).toEqual(['steep', 'flat']);
    expect([stretches[0]?.from, stretches[1]?.to]).toEqual([0.01, 100]);
  });

  it('gives the rates at which it keeps the promise to what fails at others', () => {
    const late = fixed(
      'late when idle',
      () => 1,
      (rate) => rate > 5,
    );

    expect(cheapestByRate(drawn(late, flat)).map(({ name }) => name)).toEqual(['flat', 'late when idle']);
  });

  it('leaves out what never keeps the promise, or has no price', () => {
    const late = fixed(
      'late',
      () => 1,
      () => false,
    );
    const unknown = fixed('unknown', () => {
      throw new MissingPriceError('ec2.m7g.large', 'here');
    });

    expect(drawn(flat, late, unknown).map(({ name }) => name)).toEqual(['flat']);
  });
});
