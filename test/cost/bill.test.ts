import { describe, expect, it } from 'vitest';
import { bill } from '../../cost/bill.ts';
import { MissingPriceError } from '../../cost/errors.ts';
import { competition, MONTH } from '../../cost/workload.ts';
import { configurationOf, loadOf, priceBook } from './price-book.ts';

const WARM = { onDemandShare: 0, coldShare: 0 };
const ON_DEMAND = { onDemandShare: 1, coldShare: 0 };

describe('The bill', () => {
  it('is $272.47 for the worked example: 10/s of 300 ms on 4 provisioned environments, 2 write units each', () => {
    const configuration = configurationOf({ provisioned: 4, writeUnits: 2 });

    const billed = bill({
      load: loadOf(10, 300),
      configuration,
      outcome: WARM,
      period: MONTH,
      prices: priceBook(),
    });

    const cents = Object.fromEntries(billed.lines.map(({ title, dollars }) => [title, dollars.toFixed(2)]));
    expect(cents).toEqual({
      'Lambda requests': '5.26',
      'Lambda provisioned concurrency': '75.67',
      'Lambda duration, provisioned': '132.42',
      'API Gateway, HTTP API': '26.28',
      'DynamoDB writes': '32.85',
      'DynamoDB storage': '0.00',
    });
    expect(billed.dollars.toFixed(2)).toBe('272.47');
    expect(billed.perRequestPerSecond.toFixed(2)).toBe('27.25');
  });

  it('of an on-demand month bills the INIT phase of cold starts and large requests twice', () => {
    // 2/s × 730 h = 5,256,000 requests of 600,000 B (2 × 512 KB), 250 ms at 1 GB, 1 % cold with 2 s INIT.
    const load = loadOf(2, 250, { requestBytes: 600_000, responseBytes: 1024 });
    const configuration = configurationOf({
      memoryMegabytes: 1024,
      cache: false,
      coldStartMilliseconds: 2000,
      logBytesPerRequest: 1000,
      logRetentionDays: 0,
      metrics: 10,
      alarms: 2,
    });
    const outcome = { onDemandShare: 1, coldShare: 0.01 };

    const billed = bill({ load, configuration, outcome, period: MONTH, prices: priceBook() });

    // 1.0512 requests + 21.9000 duration + 1.7520 INIT + 10.5120 gateway
    // + 0.4511 egress of 5.0125 GB + 2.4475 logs of 4.8950 GB + 3.00 metrics + 0.20 alarms
    expect(billed.dollars.toFixed(2)).toBe('41.31');
    expect(billed.perMillionRequests.toFixed(2)).toBe('7.86');
  });

  it('of a four-day competition pays provisioned concurrency by its schedule and alarms around the clock', () => {
    // 7/s × 4 × 10 h = 1,008,000 requests; 10 × 2 GB provisioned for 4 × 11 h; a quarter are repeats of 20 ms.
    const load = loadOf(7, 200, { repeatShare: 0.25, cached: { mean: 20 }, responseBytes: 512 });
    const configuration = configurationOf({
      architecture: 'arm64',
      frontDoor: 'function-url',
      memoryMegabytes: 2048,
      provisioned: 10,
      readUnits: 0.5,
      coldStartMilliseconds: 1500,
      logBytesPerRequest: 2048,
      metrics: 15,
      alarms: 6,
    });
    const outcome = { onDemandShare: 0.02, coldShare: 0.01 };
    const period = competition(4, 10, 11);

    const billed = bill({ load, configuration, outcome, period, prices: priceBook() });

    // 0.2016 requests + 10.5602 provisioned (3,168,000 GB-s) + 2.3818 running (155 ms on average)
    // + 0.0833 on demand + 0.4032 INIT + 0.0433 egress + 0.4725 writes + 0.0158 reads
    // + 0.9613 and 0.0040 logs + 0.2466 metrics (40 h of 730) + 0.0789 alarms (96 h of 730)
    expect(billed.dollars.toFixed(2)).toBe('15.45');
    expect(billed.requests).toBe(1_008_000);
  });

  it('of a month above 300 million requests reaches the second tier of the gateway and of the table', () => {
    // 150/s × 730 h = 394,200,000 requests of 100 ms on 40 provisioned environments.
    const load = loadOf(150, 100, { responseBytes: 1000 });
    const configuration = configurationOf({ provisioned: 40 });

    const billed = bill({ load, configuration, outcome: WARM, period: MONTH, prices: priceBook() });

    // 78.84 requests + 756.67 provisioned + 662.08 running + 384.78 gateway (300.00 + 84.78)
    // + 33.04 egress + 246.38 writes + 6.42 storage (50.69 GB-months, 25 of them not charged)
    expect(billed.dollars.toFixed(2)).toBe('2168.21');
  });

  it('prices nothing it does not use: a Function URL has no gateway, no cache has no table', () => {
    const configuration = configurationOf({ frontDoor: 'function-url', cache: false });
    const prices = priceBook('http-api.requests', 'rest-api.requests', 'table.writes', 'table.storage');

    const billed = bill({ load: loadOf(1, 100), configuration, outcome: ON_DEMAND, period: MONTH, prices });

    expect(billed.lines.map(({ title }) => title)).toEqual(['Lambda requests', 'Lambda duration, on demand']);
  });

  it('is refused by name when a price it needs has no citation', () => {
    const prices = priceBook('table.writes');
    const input = {
      load: loadOf(1, 100),
      configuration: configurationOf(),
      outcome: ON_DEMAND,
      period: MONTH,
    };

    const attempt = () => bill({ ...input, prices });

    expect(attempt).toThrow(MissingPriceError);
    expect(attempt).toThrow('No cited price "table.writes" for test-region-1');
  });

  it('says where each line comes from', () => {
    const input = {
      load: loadOf(10, 300),
      configuration: configurationOf({ provisioned: 4 }),
      outcome: WARM,
    };

    const { lines } = bill({ ...input, period: MONTH, prices: priceBook() });

    const line = lines.find(({ title }) => title === 'Lambda provisioned concurrency');
    expect(line?.arithmetic).toBe('4 environments × 1769/1024 GB × 730 h × 3600 s');
    expect(line?.source).toBe(
      'lambda.provisioned.x86_64: $0.0000041667 per GB-second (source of lambda.provisioned.x86_64; 2026-11-01)',
    );
  });

  it('computes a repeat anew where there is no cache to recall it from', () => {
    const load = loadOf(1, 100, { repeatShare: 0.5, cached: { mean: 10 } });
    const input = { load, outcome: ON_DEMAND, period: MONTH, prices: priceBook() };
    const duration = (cache: boolean) =>
      bill({ ...input, configuration: configurationOf({ cache }) }).lines.find(({ title }) =>
        title.includes('duration'),
      )?.quantity ?? 0;

    expect(duration(true) / duration(false)).toBeCloseTo(0.55, 10);
  });
});

describe('A competition', () => {
  it('is billed for provisioned concurrency in steps of five minutes a day', () => {
    const period = competition(3, 1, 1.01);

    expect(period.provisionedHours).toBeCloseTo(3 * (65 / 60), 10);
  });
});
