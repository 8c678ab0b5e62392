import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMachines } from '../../../cost/alternatives/machines.ts';
import { bill } from '../../../cost/bill/bill.ts';
import { readAllowances } from '../../../cost/bill/line.ts';
import * as tableUnits from '../../../cost/bill/usage/table.ts';
import { knownRegions, loadPrices } from '../../../cost/prices/price-files.ts';
import { charge, PRICE_NAMES, parsePriceBook } from '../../../cost/prices/prices.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_LOAD } from '../../../cost/workload/defaults.ts';
import { MONTH } from '../../../cost/workload/workload.ts';
import { loadOf, priceBook } from '../price-book.ts';

const ENTRY = { unit: 'GB', value: 0.5, source: 'https://example.org/', date: '2026-11-21' };

function file(entry: object) {
  return { region: 'here', date: '2026-11-21', prices: { 'logs.ingest': entry } };
}

describe('The snapshots', () => {
  it.each(knownRegions())('of %s cite every price with an address and a day', (region) => {
    const { prices } = loadPrices(region);

    for (const { name, source, date } of prices.values()) {
      expect(source, name).toMatch(/https:\/\/\S+/);
      expect(date, name).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it.each(knownRegions())('of %s have no price that no bill knows', (region) => {
    expect(PRICE_NAMES).toEqual(expect.arrayContaining([...loadPrices(region).prices.keys()]));
  });

  it.each(knownRegions())('of %s price the usual bill', (region) => {
    const input = { load: { ...loadOf(7, 100), ...DEFAULT_LOAD }, period: MONTH, prices: loadPrices(region) };
    const configuration = { ...DEFAULT_CONFIGURATION, provisioned: 3 };

    expect(
      bill({ ...input, configuration, outcome: { onDemandShare: 0.1, coldShare: 0 } }).dollars,
    ).toBeGreaterThan(0);
  });

  it('are complete for us-east-1', () => {
    expect([...loadPrices('us-east-1').prices.keys()].sort()).toEqual([...PRICE_NAMES].sort());
  });

  it('of machines cite price, share of the CPU and day, and say what a machine has', () => {
    for (const machine of readMachines()) {
      const { name, source, shareSource, surplusSource, date } = machine;
      expect(source, name).toMatch(/https:\/\/\S+|issue 7/);
      expect(shareSource, name).toMatch(/https:\/\/\S+/);
      expect(surplusSource !== undefined, name).toBe(machine.surplusDollarsPerVcpuHour !== undefined);
      expect(date, name).toMatch(/^20\d\d/);
      expect(Math.min(machine.dollarsPerMonth, machine.vcpus, machine.gigabytes), name).toBeGreaterThan(0);
      expect(machine.sustainedShare, name).toBeLessThanOrEqual(1);
    }
  });
});

describe('A price file', () => {
  it.each([
    ['without a source', { ...ENTRY, source: '' }, '"source" is missing'],
    ['in another unit', { ...ENTRY, unit: 'MB' }, 'the unit must be "GB", not "MB"'],
    ['below nothing', { ...ENTRY, value: -1 }, 'values must be 0 or more'],
    [
      'with tiers that fall',
      {
        ...ENTRY,
        tiers: [
          { upTo: 2, value: 1 },
          { upTo: 1, value: 1 },
        ],
      },
      'must rise',
    ],
  ])('is refused with an entry %s', (_, entry, message) => {
    expect(() => parsePriceBook(file(entry), 'here.json')).toThrow(`here.json: logs.ingest`);
    expect(() => parsePriceBook(file(entry), 'here.json')).toThrow(message);
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
    expect(() => charge(priceBook(), 'metrics.custom', 10_001)).toThrow(
      'No cited price "metrics.custom" for test-region-1 above 10,000 units a month',
    );
  });
});

describe('The free tier', () => {
  it('cites each allowance with an address and a day, and names prices that a bill has', () => {
    const allowances = readAllowances();

    expect(allowances).not.toEqual([]);
    for (const { prices, quantity, source, date } of allowances) {
      expect(PRICE_NAMES).toEqual(expect.arrayContaining([...prices]));
      expect(quantity).toBeGreaterThan(0);
      expect(source).toMatch(/https:\/\/\S+/);
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

describe('The table units', () => {
  it('of the usual response are one write and half a read', () => {
    const { itemBytes: usual } = DEFAULT_CONFIGURATION;

    expect([tableUnits.writeUnits(usual), tableUnits.readUnits(usual)]).toEqual([1, 0.5]);
  });
});
