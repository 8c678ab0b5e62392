import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMachines } from '../../../cost/alternatives/machines.ts';
import { bill } from '../../../cost/bill/bill.ts';
import { readAllowances } from '../../../cost/bill/line.ts';
import { knownRegions, loadPrices } from '../../../cost/prices/price-files.ts';
import { charge, PRICE_UNITS } from '../../../cost/prices/prices.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_LOAD } from '../../../cost/workload/defaults.ts';
import { MONTH } from '../../../cost/workload/workload.ts';
import { loadOf, priceBook } from '../price-book.ts';

const names = Object.keys(PRICE_UNITS);

describe('The snapshots', () => {
  it.each(knownRegions())('of %s cite each price, in the unit of the bill, in rising steps', (region) => {
    for (const { name, unit, source, date, tiers } of loadPrices(region).prices.values()) {
      expect(PRICE_UNITS).toHaveProperty([name], unit);
      expect(source, name).toMatch(/https:\/\/\S+/);
      expect(date, name).toMatch(/^20\d\d-\d\d-\d\d$/);
      const ends = tiers.map(({ upTo = Number.POSITIVE_INFINITY }) => upTo);
      expect(ends, name).toEqual([...new Set(ends)].toSorted((one, other) => one - other));
      expect(Math.min(...tiers.map(({ value }) => value)), name).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(knownRegions())('of %s price the usual bill', (region) => {
    const load = { ...loadOf(7, 100), ...DEFAULT_LOAD };
    const configuration = { ...DEFAULT_CONFIGURATION, provisioned: 3 };
    const outcome = { onDemandShare: 0.1, coldShare: 0 };

    const { dollars } = bill({ load, configuration, outcome, period: MONTH, prices: loadPrices(region) });

    expect(dollars).toBeGreaterThan(0);
  });

  it('are complete for us-east-1', () => {
    expect([...loadPrices('us-east-1').prices.keys()].sort()).toEqual([...names].sort());
  });

  it('of machines cite price, share of the CPU and day, and say what a machine has', () => {
    for (const machine of readMachines()) {
      const { name, source, shareSource, surplusSource, date } = machine;
      expect(source, name).toMatch(/https:\/\/\S+|issue 7/);
      expect(shareSource, name).toMatch(/https:\/\/\S+/);
      expect(surplusSource !== undefined, name).toBe(machine.surplusDollarsPerVcpuHour !== undefined);
      expect(date, name).toMatch(/^2026-/);
      expect(Math.min(machine.dollarsPerMonth, machine.vcpus, machine.gigabytes), name).toBeGreaterThan(0);
      expect(machine.sustainedShare, name).toBeLessThanOrEqual(1);
    }
  });
});

describe('A graduated price', () => {
  it('charges each step at its own value', () => {
    expect(charge(priceBook(), 'http-api.requests', 400e6)).toBeCloseTo(300 + 90, 6);
  });

  it('costs the same in one go or in two', () => {
    const quantity = fc.double({ min: 0, max: 2e9, noNaN: true });
    fc.assert(
      fc.property(quantity, quantity, (first, second) => {
        const book = priceBook();
        const split =
          charge(book, 'http-api.requests', first) + charge(book, 'http-api.requests', second, first);

        expect(split).toBeCloseTo(charge(book, 'http-api.requests', first + second), 4);
      }),
    );
  });

  it('is refused beyond the last step that is cited', () => {
    expect(() => charge(priceBook(), 'metrics.custom', 10_001)).toThrow('above 10,000 units a month');
  });
});

describe('The free tier', () => {
  it('cites each allowance with an address and a day, and names prices that a bill has', () => {
    const allowances = readAllowances();

    expect(allowances).not.toEqual([]);
    for (const { prices, quantity, source, date } of allowances) {
      expect(names).toEqual(expect.arrayContaining([...prices]));
      expect(quantity).toBeGreaterThan(0);
      expect(source).toMatch(/https:\/\/\S+/);
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});
