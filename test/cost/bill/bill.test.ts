import { describe, expect, it } from 'vitest';
import { bill, type ModelBillInput, serviceBill } from '../../../cost/bill/bill.ts';
import type { Allowance } from '../../../cost/bill/line.ts';
import { MissingPriceError } from '../../../cost/errors.ts';
import { competition, MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, ON_DEMAND, priceBook, WARM } from '../price-book.ts';

describe('The bill', () => {
  it('is refused with the name of a price that has no citation', () => {
    const prices = priceBook('table.writes');
    const used = { load: loadOf(1, 100), configuration: configurationOf(), outcome: ON_DEMAND };

    const attempt = () => bill({ ...used, period: MONTH, prices });

    expect(attempt).toThrow(MissingPriceError);
    expect(attempt).toThrow('No cited price "table.writes" for test-region-1');
  });

  it('counts a repeat as a fresh request without a cache', () => {
    const load = loadOf(1, 100, { repeatShare: 0.5, cached: { mean: 10 } });
    const input = { load, outcome: ON_DEMAND, period: MONTH, prices: priceBook() };
    const duration = (cache: boolean) =>
      bill({ ...input, configuration: configurationOf({ cache }) }).lines.find(({ title }) =>
        title.includes('duration'),
      )?.quantity ?? 0;

    expect(duration(true) / duration(false)).toBeCloseTo(0.55, 10);
  });
});

describe('The bill of several models', () => {
  const model = (name: string, provisioned = 0): ModelBillInput => ({
    model: name,
    load: loadOf(0.5, 100),
    configuration: configurationOf({ provisioned, cache: false, frontDoor: 'function-url' }),
    outcome: provisioned > 0 ? WARM : ON_DEMAND,
    period: MONTH,
    prices: priceBook(),
  });
  const cited = { source: 'https://example.org/', date: '2026-11-22' };
  const million: Allowance = { prices: ['lambda.requests.x86_64'], quantity: 1_000_000, ...cited };
  it.each<[string, [ModelBillInput, ModelBillInput], number[]]>([
    ['gives them the free tier once', [model('one'), model('other')], [1_000_000, 0]],
    ['leaves models with provisioned concurrency out', [model('warm', 1), model('cold')], [0, 1_000_000]],
  ])('%s', (_, models, given) => {
    const lines = serviceBill(models, [million]).lines.filter(({ title }) => title === 'Lambda requests');

    expect(lines.map(({ free }) => free)).toEqual(given);
    expect(lines.map(({ model }) => model)).toEqual(models.map(({ model }) => model));
  });

  it('fills the steps of a price with the usage of all models', () => {
    const logs = (name: string): ModelBillInput => ({
      ...model(name),
      configuration: configurationOf({ logBytesPerRequest: (8 * 2 ** 40) / 1_314_000, logRetentionDays: 0 }),
    });

    const { lines } = serviceBill([logs('one'), logs('other')]);

    const ingested = lines.filter(({ title }) => title === 'CloudWatch logs, ingested');
    // 8 TiB at $0.50; then 2 TiB at $0.50 and 6 at $0.25
    expect(ingested.map(({ dollars }) => dollars.toFixed(2))).toEqual(['4096.00', '2560.00']);
  });
});

it('A competition is billed for provisioned concurrency in steps of five minutes a day', () => {
  expect(competition(3, 1, 1.01).provisionedHours).toBeCloseTo(3 * (65 / 60), 10);
  expect(competition(1, 10, 17 + 55 / 60 - 8).provisionedHours).toBeCloseTo(9 + 55 / 60, 10);
});
