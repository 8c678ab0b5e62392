import { describe, expect, it } from 'vitest';
import type { Alternative, Comparison } from '../../cost/alternative.ts';
import { alternatives } from '../../cost/alternatives.ts';
import { cheapestByRate, crossovers, curves, rateGrid } from '../../cost/crossover.ts';
import { MissingPriceError } from '../../cost/errors.ts';
import { parseMachines } from '../../cost/machines.ts';
import { DEFAULT_PLAY } from '../../cost/outcome.ts';
import { readMachinesFile } from '../../cost/price-files.ts';
import { type Load, MONTH } from '../../cost/workload.ts';
import { configurationOf, loadOf, priceBook } from './price-book.ts';

function comparisonOf(change: Partial<Comparison> = {}): Comparison {
  return {
    load: loadOf(7, 150),
    configuration: configurationOf(),
    period: MONTH,
    prices: priceBook(),
    promised: { milliseconds: 1000, lateShare: 0.01, network: 100 },
    play: { ...DEFAULT_PLAY, questions: 20_000 },
    machines: parseMachines(readMachinesFile()),
    ...change,
  };
}

function named(all: readonly Alternative[], name: string): Alternative {
  return all.find((alternative) => alternative.name.startsWith(name)) as Alternative;
}

function fixed(name: string, dollars: (rate: number) => number, keepsPromise = true): Alternative {
  const assess = () => {
    throw new Error('not asked for');
  };
  return { name, isServerless: true, costAt: (rate) => ({ dollars: dollars(rate), keepsPromise }), assess };
}

describe('The alternatives', () => {
  const all = alternatives(comparisonOf());
  const dollars = (name: string) => named(all, name).assess().dollars;

  it('save exactly the gateway with a Function URL', () => {
    const saved = dollars('provisioned, x86_64') - dollars('provisioned, Function URL');

    expect(saved).toBeCloseTo(7 * 730 * 3600 * 1e-6, 6);
  });

  it('are not charged all month for the cold starts of the first seconds', () => {
    const onDemand = named(alternatives(comparisonOf({ load: loadOf(1000, 8) })), 'on demand only');

    expect(onDemand.costAt(1000).dollars / onDemand.costAt(100).dollars).toBeCloseTo(10, 0);
  });

  it('save exactly the table without a result cache, where nothing is asked twice', () => {
    const saved = dollars('provisioned, x86_64') - dollars('provisioned, no result cache');

    expect(saved).toBeCloseTo(7 * 730 * 3600 * 6.25e-7, 6);
  });

  it('save a fifth of the Lambda time on arm64', () => {
    const rest = 7 * 730 * 3600 * (2e-7 + 1e-6 + 6.25e-7);

    const ratio = (dollars('provisioned, arm64') - rest) / (dollars('provisioned, x86_64') - rest);

    expect(ratio).toBeCloseTo(0.8, 4);
  });

  it('pay three instances and 15 % for Managed Instances, however small the load', () => {
    const fixedPart = 3 * 730 * 0.0816 * 1.15;

    expect(named(all, 'Managed Instances').costAt(1e-9).dollars).toBeCloseTo(fixedPart, 4);
  });

  it('rent whole machines: at 0.1/s one of each, at its price', () => {
    expect(named(all, 'DigitalOcean').costAt(0.1).dollars).toBeCloseTo(5, 9);
    expect(named(all, 'DigitalOcean').costAt(100).dollars % 5).toBeCloseTo(0, 9);
  });

  it('tell of a machine that cannot answer a single question in time', () => {
    const slow = alternatives(comparisonOf({ load: loadOf(1, 300) }));

    const { keepsPromise, latency } = named(slow, 'AWS t4g.micro').assess();

    // 300 ms of CPU at 20 % of a vCPU.
    expect(latency).toBeGreaterThanOrEqual(1500);
    expect(keepsPromise).toBe(false);
  });

  it('play machines with the spread of the durations, not with their mean alone', () => {
    // One vCPU for the 150 ms that were measured on one; 1 % of the questions take 2 s.
    const spread = { mean: 150, p50: 100, p95: 300, p99: 2000 };
    const [steady, spreading] = [{ mean: 150 }, spread].map((fresh) => {
      const load = loadOf(0.1, 150, { fresh });
      return named(alternatives(comparisonOf({ load })), 'DigitalOcean').assess();
    });

    expect(steady?.keepsPromise).toBe(true);
    expect(spreading?.latency).toBeGreaterThan(2000);
  });

  it('give a machine the work of a fresh question for a repeat where nothing is remembered', () => {
    const repeats = { repeatShare: 0.9, cached: { mean: 5 } };
    const configuration = configurationOf({ cache: false });
    const costOf = (load: Load) =>
      named(alternatives(comparisonOf({ load, configuration })), 'DigitalOcean').costAt(20);

    expect(costOf(loadOf(20, 150, repeats))).toEqual(costOf(loadOf(20, 150)));
  });

  it('are refused one by one where a price is missing', () => {
    const some = alternatives(comparisonOf({ prices: priceBook('ec2.m7g.large') }));

    expect(() => named(some, 'Managed Instances').assess()).toThrow(MissingPriceError);
    expect(named(some, 'on demand').assess().dollars).toBeGreaterThan(0);
  });
});

describe('The crossover', () => {
  const rates = rateGrid(0.01, 100, 41);
  const steep = fixed('steep', (rate) => 10 * rate);
  const flat = fixed('flat', () => 20);

  it('lies where two costs are equal, to the next point of the grid', () => {
    const [one, other] = curves([steep, flat], rates);

    const [rate = 0, ...more] = one && other ? crossovers(one, other) : [];
    expect(rate).toBeGreaterThanOrEqual(2);
    expect(rate).toBeLessThan(2 * 10 ** 0.1);
    expect(more).toEqual([]);
  });

  it('divides the rates among the cheapest', () => {
    const stretches = cheapestByRate(curves([steep, flat], rates));

    expect(stretches.map(({ name }) => name)).toEqual(['steep', 'flat']);
    expect([stretches[0]?.from, stretches[1]?.to]).toEqual([0.01, 100]);
  });

  it('gives no rate to an alternative that does not keep the promise there', () => {
    const late = fixed('late', () => 1, false);

    expect(cheapestByRate(curves([late, flat], rates)).map(({ name }) => name)).toEqual(['flat']);
  });

  it('leaves out an alternative whose price is missing', () => {
    const unknown = fixed('unknown', () => {
      throw new MissingPriceError('ec2.m7g.large', 'here');
    });

    expect(curves([flat, unknown], rates).map(({ name }) => name)).toEqual(['flat']);
  });
});
