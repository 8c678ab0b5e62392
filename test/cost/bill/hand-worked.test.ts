/**
 * Bills worked out by hand. Each line has its whole arithmetic at the prices of price-book.ts, so that a reader with a
 * calculator can follow it without our code. GB = 2³⁰ bytes; a month has 730 h.
 */
import { describe, expect, it } from 'vitest';
import { bill, type ModelBillInput, serviceBill } from '../../../cost/bill/bill.ts';
import { readAllowances } from '../../../cost/bill/line.ts';
import { instanceType } from '../../../cost/bill/managed/fleet.ts';
import type { BillInput } from '../../../cost/bill/usage/usage.ts';
import { deployedConfiguration, warmHoursPerDay } from '../../../cost/command/input/stage.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_LOAD } from '../../../cost/workload/defaults.ts';
import {
  type Configuration,
  competition,
  type Load,
  MONTH,
  type Period,
} from '../../../cost/workload/workload.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { configurationOf, loadOf, ON_DEMAND, priceBook, WARM } from '../price-book.ts';

/** Of a single model, for a month unless said otherwise. */
function input(
  load: Load,
  configuration: Partial<Configuration>,
  outcome: BillInput['outcome'] = ON_DEMAND,
  period: Period = MONTH,
): BillInput {
  return { load, configuration: configurationOf(configuration), outcome, period, prices: priceBook() };
}

/** Dollars of each line to the fourth decimal, and the total in cents. */
function worked(billed: ReturnType<typeof bill>): Record<string, string> {
  const lines = billed.lines.map(({ title, dollars }) => [title, dollars.toFixed(4)]);
  return { ...Object.fromEntries(lines), total: billed.dollars.toFixed(2) };
}

/** The same of a sheet with lines like `title: arithmetic = dollars`. */
function read(sheet: string): Record<string, string> {
  const lines = [...sheet.matchAll(/^ *(\S[^:\n]*): .*= *([\d.]+)$/gm)];
  return Object.fromEntries(lines.map(([, title, dollars]) => [title, dollars]));
}

/** The models of a stage as `npm run deploy` makes them, each with its load. */
function deployed(
  stage: string,
  loads: Readonly<Record<string, Load>>,
  settings: Readonly<Record<string, string>>,
  periodOf: (warmHours: number) => Period,
) {
  const contracts = ['open-inference'];
  const manifests = Object.keys(loads).map((model) => {
    return { model, version: '1', title: undefined, contracts, deadlineMilliseconds: 1000 };
  });
  const service = resolveConfiguration(stage, manifests, settings);
  return service.models.map((model): ModelBillInput => {
    const name = model.manifest.model;
    const load = loads[name]!;
    return {
      ...(service.models.length > 1 && { model: name }),
      load,
      configuration: deployedConfiguration(service, model, load, priceBook()),
      outcome: WARM,
      period: periodOf(warmHoursPerDay(model)),
      prices: priceBook(),
    };
  }) as [ModelBillInput, ...ModelBillInput[]];
}

const competitionLoad = loadOf(7, 200, { repeatShare: 0.25, cached: { mean: 20 }, responseBytes: 512 });
const warmHours = { warmFrom: '08:00', warmUntil: '18:00', timeZone: 'Asia/Taipei' };
const halfRepeated = loadOf(1, 100, { repeatShare: 0.5, cached: { mean: 10 } });

describe('By hand, the bill', () => {
  it.each<[string, ReturnType<typeof bill>, requests: number, string]>([
    [
      'of the worked example is $272.47: 10/s of 300 ms on 4 provisioned environments, 2 write units each',
      bill(input(loadOf(10, 300), { provisioned: 4, itemBytes: 1500 }, WARM)),
      // 10 × 730 × 3600; 1769/1024 = 1.727539 GB
      26_280_000,
      `Lambda requests: 26,280,000 × 0.0000002 = 5.2560
       Lambda provisioned concurrency: 4 × 1.727539 × 730 × 3600 = 18,159,891 × 0.0000041667 = 75.6668
       Lambda duration, provisioned: 26,280,000 × 0.3 × 1.727539 = 13,619,918 × 0.0000097222 = 132.4156
       API Gateway, HTTP API: 26,280,000 × 0.000001 = 26.2800
       DynamoDB writes: 26,280,000 × 2 × 0.000000625 = 32.8500
       DynamoDB storage: 26,280,000 × 1500 B = 36.71 GB × 14 d × 24 / 730 = 16.90 of 25 GB-months free = 0.0000
       total: = 272.47`,
    ],
    [
      'of an on-demand month has the INIT phase of cold starts, and large requests twice',
      bill(
        input(
          loadOf(2, 250, { requestBytes: 600_000, responseBytes: 1024 }),
          {
            memoryMegabytes: 1024,
            cache: false,
            coldStartMilliseconds: 2000,
            logBytesPerRequest: 1000,
            logRetentionDays: 0,
            metrics: 10,
            alarms: 2,
          },
          { onDemandShare: 1, coldShare: 0.01 },
        ),
      ),
      // 2 × 730 × 3600
      5_256_000,
      `Lambda requests: 5,256,000 × 0.0000002 = 1.0512
       Lambda duration, on demand: 5,256,000 × 0.25 × 1 = 1,314,000 × 0.0000166667 = 21.9000
       Lambda cold starts: 5,256,000 × 1 % × 2 s × 1 = 105,120 × 0.0000166667 = 1.7520
       API Gateway, HTTP API: 600,000 B are 2 × 512 KB, so 10,512,000 × 0.000001 = 10.5120
       Egress to the internet: 5,256,000 × 1024 B = 5.0125 GB × 0.09 = 0.4511
       CloudWatch logs, ingested: 5,256,000 × 1000 B = 4.8950 GB × 0.50 = 2.4475
       CloudWatch metrics: 10 × 0.30 = 3.0000
       CloudWatch alarms: 2 × 0.10 = 0.2000
       total: = 41.31`,
    ],
    [
      'of a four-day competition has provisioned concurrency by its schedule and alarms around the clock',
      bill(
        input(
          competitionLoad,
          {
            architecture: 'arm64',
            frontDoor: 'function-url',
            memoryMegabytes: 2048,
            provisioned: 10,
            coldStartMilliseconds: 1500,
            logBytesPerRequest: 2048,
            metrics: 15,
            alarms: 6,
          },
          { onDemandShare: 0.02, coldShare: 0.01 },
          competition(4, 10, 11),
        ),
      ),
      // 7 × 40 h × 3600, of 0.75 × 200 + 0.25 × 20 = 155 ms, 2 GB
      1_008_000,
      `Lambda requests: 1,008,000 × 0.0000002 = 0.2016
       Lambda provisioned concurrency: 10 × 2 × 44 h × 3600 = 3,168,000 × 0.0000033334 = 10.5602
       Lambda duration, provisioned: 1,008,000 × 0.155 × 2 × 98 % = 306,230.4 × 0.0000077778 = 2.3818
       Lambda duration, on demand: 1,008,000 × 0.155 × 2 × 2 % = 6,249.6 × 0.0000133334 = 0.0833
       Lambda cold starts: 1,008,000 × 1 % × 1.5 × 2 = 30,240 × 0.0000133334 = 0.4032
       Egress to the internet: 1,008,000 × 512 B = 0.48065 GB × 0.09 = 0.0433
       DynamoDB writes: 756,000 × 0.000000625 = 0.4725
       DynamoDB reads: 252,000 × 0.5 × 0.000000125 = 0.0158
       DynamoDB storage: 756,000 × 300 B × 14 d, below 25 GB-months = 0.0000
       CloudWatch logs, ingested: 1,008,000 × 2048 B = 1.92261 GB × 0.50 = 0.9613
       CloudWatch logs, stored: 1.92261 × 0.15 × 14 d × 24 / 730 × 0.03 = 0.0040
       CloudWatch metrics: 15 × 40 h / 730 × 0.30 = 0.2466
       CloudWatch alarms: 6 × 96 h / 730 × 0.10 = 0.0789
       total: = 15.45`,
    ],
    [
      'of a month above 300 million requests reaches the second step of the gateway and of the table',
      bill(input(loadOf(150, 100, { responseBytes: 1000 }), { provisioned: 40 }, WARM)),
      // 150 × 730 × 3600
      394_200_000,
      `Lambda requests: 394,200,000 × 0.0000002 = 78.8400
       Lambda provisioned concurrency: 40 × 1.727539 × 2,628,000 = 181,598,906 × 0.0000041667 = 756.6682
       Lambda duration, provisioned: 394,200,000 × 0.1 × 1.727539 = 68,099,590 × 0.0000097222 = 662.0778
       API Gateway, HTTP API: 300,000,000 × 0.000001 + 94,200,000 × 0.0000009 = 384.7800
       Egress to the internet: 394,200,000 × 1000 B = 367.127 GB × 0.09 = 33.0415
       DynamoDB writes: 394,200,000 × 0.000000625 = 246.3750
       DynamoDB storage: 110.138 GB × 14 d × 24 / 730 = 50.694 − 25 = 25.694 × 0.25 = 6.4234
       total: = 2168.21`,
    ],
    [
      'of prod for four days of ten warm hours has the idle environment of the nights, history, alarms and dashboard',
      serviceBill(
        deployed('prod', { handwriting: loadOf(7, 150, DEFAULT_LOAD) }, warmHours, (hours) =>
          competition(4, 10, hours),
        ),
      ),
      // 7 × 40 h × 3600; 10 environments in 40 h, 1 in the other 56 of 96 h
      1_008_000,
      `Lambda requests: 1,008,000 × 0.0000002 = 0.2016
       Lambda provisioned concurrency: 10 × 1.727539 × 40 × 3600 = 2,487,656.25 × 0.0000041667 = 10.3653
       Lambda provisioned concurrency, idle hours: 1.727539 × 56 × 3600 = 348,271.875 × 0.0000041667 = 1.4511
       Lambda duration, provisioned: 1,008,000 × 0.15 × 1.727539 = 261,203.9 × 0.0000097222 = 2.5395
       API Gateway, HTTP API: 1,008,000 × 0.000001 = 1.0080
       Egress to the internet: 1,008,000 × 700 B = 0.65714 GB × 0.09 = 0.0591
       DynamoDB writes: 1,008,000 × 0.000000625 = 0.6300
       DynamoDB storage: 1,008,000 × 300 B × 14 d × 24 / 730 = 0.12963 of 25 GB-months = 0.0000
       DynamoDB point-in-time recovery: 0.12963 × 0.20 = 0.0259
       CloudWatch logs, ingested: 1,008,000 × 2,000 B = 1.87755 GB × 0.50 = 0.9388
       CloudWatch logs, stored: 1.87755 × 0.15 × 90 d × 24 / 730 = 0.83331 × 0.03 = 0.0250
       CloudWatch metrics: 19 of the function, 3 of its requests, 1 of the address × 40 h / 730 × 0.30 = 0.3781
       CloudWatch alarms: 2 of the address, 8 of the model, 2 of target tracking × 96 h / 730 × 0.10 = 0.1578
       CloudWatch dashboards: 96 h / 730 × 3.00 = 0.3945
       total: = 18.17`,
    ],
    [
      'of a service whose callers sign has a call of the authorizer for each request, its warm environments and its log',
      bill(
        input(loadOf(10, 100), {
          cache: false,
          authorizer: { isCached: false, provisioned: 2, isFirst: true },
        }),
      ),
      // 10 × 730 × 3600
      26_280_000,
      `Lambda requests: 26,280,000 × 0.0000002 = 5.2560
       Lambda duration, on demand: 26,280,000 × 0.1 × 1.727539 = 4,539,973 × 0.0000166667 = 75.6664
       Authorizer, requests: 26,280,000 × 0.0000002 = 5.2560
       Authorizer, provisioned concurrency: 2 × 0.5 GB × 730 × 3600 = 2,628,000 × 0.0000041667 = 10.9501
       Authorizer, duration: 26,280,000 × 5 ms × 0.5 GB = 65,700 × 0.0000097222 = 0.6387
       API Gateway, HTTP API: 26,280,000 × 0.000001 = 26.2800
       CloudWatch logs, ingested: 26,280,000 × 400 B = 9.79006 GB × 0.50 = 4.8950
       CloudWatch logs, stored: 9.79006 × 0.15 × 14 d × 24 / 730 = 0.67592 × 0.03 = 0.0203
       total: = 128.96`,
    ],
    [
      'of a service with keys with a synthetic request every five minutes has both in five minutes once',
      bill(
        input(
          halfRepeated,
          {
            metrics: 26,
            alarms: 11,
            syntheticRequest: true,
            authorizer: { isCached: true, provisioned: 0, isFirst: true },
          },
          ON_DEMAND,
          competition(10, 12),
        ),
      ),
      // Of callers 120 h × 3600; synthetic ones, 240 h × 12 = 2,880, are no part of the load; authorizer 120 h × 12 = 1,440
      432_000,
      `Lambda requests: 434,880 × 0.0000002 = 0.0870
       Lambda duration, on demand: (218,880 × 0.1 + 216,000 × 0.01) × 1.727539 = 41,544.0 × 0.0000166667 = 0.6924
       Authorizer, requests: 1,440 × 0.0000002 = 0.0003
       Authorizer, duration: 1,440 × 1,505 ms × 0.5 GB = 1,083.6 × 0.0000166667 = 0.0181
       Synthetic request, requests: 2,880 × 0.0000002 = 0.0006
       Synthetic request, duration: 2,880 × 1,700 ms × 0.25 GB = 1,224 × 0.0000166667 = 0.0204
       API Gateway, HTTP API: 434,880 × 0.000001 = 0.4349
       DynamoDB writes: 218,880 × 0.000000625 = 0.1368
       DynamoDB reads: 216,000 × 0.5 × 0.000000125 = 0.0135
       DynamoDB storage: 218,880 × 300 B × 14 d, below 25 GB-months = 0.0000
       CloudWatch logs, ingested: 1,440 × 400 B = 0.00054 GB × 0.50 = 0.0003
       CloudWatch logs, stored: 0.00054 × 0.15 × 14 d × 24 / 730 × 0.03 = 0.0000
       CloudWatch metrics: 26 × 240 h / 730 × 0.30, at night, too = 2.5644
       CloudWatch alarms: 11 × 240 h / 730 × 0.10 = 0.3616
       total: = 4.33`,
    ],
    [
      'of a service behind CloudFront has its requests and its egress, and a web ACL with three rules',
      bill(input(loadOf(7, 150, { responseBytes: 700 }), { cache: false, edge: { aclRules: 3 } })),
      // 7 × 730 × 3600
      18_396_000,
      `Lambda requests: 18,396,000 × 0.0000002 = 3.6792
       Lambda duration, on demand: 18,396,000 × 0.15 × 1.727539 = 4,766,971 × 0.0000166667 = 79.4497
       API Gateway, HTTP API: 18,396,000 × 0.000001 = 18.3960
       CloudFront egress: 18,396,000 × 700 B = 11.9928 GB × 0.085 = 1.0194
       CloudFront requests: 18,396,000 × 0.000001 = 18.3960
       WAF requests: 18,396,000 × 0.0000006 = 11.0376
       WAF web ACL: 1 × 5 = 5.0000
       WAF rules: 3 × 1 = 3.0000
       total: = 139.98`,
    ],
    [
      'of a small service after the free tier is for what goes beyond it',
      serviceBill(
        [
          {
            ...input(loadOf(1, 200, { responseBytes: 700 }), {}),
            configuration: { ...DEFAULT_CONFIGURATION, memoryMegabytes: 1024, cache: false },
          },
        ],
        readAllowances(),
      ),
      // 730 × 3600
      2_628_000,
      `Lambda requests: 2,628,000 − 1,000,000 = 1,628,000 × 0.0000002 = 0.3256
       Lambda duration, on demand: 2,628,000 × 0.2 × 1 − 400,000 = 125,600 × 0.0000166667 = 2.0933
       API Gateway, HTTP API: its 12 free months are over, so 2,628,000 × 0.000001 = 2.6280
       Egress to the internet: 1.71 GB of 100 = 0.0000
       CloudWatch logs, ingested: 4.8950 GB of 5 = 0.0000
       CloudWatch logs, stored: 0.34 GB of 5 = 0.0000
       CloudWatch metrics: 23 − 10 = 13 × 0.30 = 3.9000
       CloudWatch alarms: 10 of 10 = 0.0000
       CloudWatch dashboards: 1 of 3 = 0.0000
       total: = 8.95`,
    ],
    [
      'of Lambda Managed Instances has EC2 hours, 15 % on them, endpoints and the requests, but no durations',
      serviceBill([
        {
          ...input(loadOf(1, 5000), { cache: false }, WARM),
          managed: { fleet: { type: instanceType('m7g.large', priceBook()), count: 3 }, endpoints: 3 },
        },
      ]),
      // 730 × 3600
      2_628_000,
      `EC2 instances, m7g.large: 3 × 730 h × 0.0816 = 178.7040
       Management fee: 178.704 × 0.15 = 26.8056
       Interface endpoints: 3 × 730 h × 0.01 = 21.9000
       Lambda requests: 2,628,000 × 0.0000002 = 0.5256
       API Gateway, HTTP API: 2,628,000 × 0.000001 = 2.6280
       total: = 230.56`,
    ],
  ])('%s', (_, billed, requests, sheet) => {
    expect(worked(billed)).toEqual(read(sheet));
    expect(billed.requests).toBe(requests);
  });

  it('of four models in one service of dev has a warm environment and alarms for each, and one dashboard', () => {
    const loads = {
      handwriting: loadOf(2, 150, DEFAULT_LOAD),
      digits: loadOf(1, 10, DEFAULT_LOAD),
      'ants-bees': loadOf(0.5, 40, DEFAULT_LOAD),
      'asr-correction': loadOf(0.5, 300, DEFAULT_LOAD),
    };

    const billed = serviceBill(deployed('dev', loads, { 'digits.memoryMegabytes': '1024' }, () => MONTH));

    // A month                handwriting       digits    ants-bees  asr-correction
    // requests                 5,256,000    2,628,000    1,314,000      1,314,000
    // × 0.0000002                 1.0512       0.5256       0.2628         0.2628
    // GB × 2,628,000 s          1.727539            1     1.727539       1.727539
    // × 0.0000041667             18.9167      10.9501      18.9167        18.9167
    // s each                        0.15         0.01         0.04            0.3
    // × 0.0000097222             13.2416       0.2555       0.8828         6.6208
    // gateway × 0.000001          5.2560       2.6280       1.3140         1.3140
    // egress, 700 B × 0.09        0.3084       0.1542       0.0771         0.0771
    // writes × 0.000000625        3.2850       1.6425       0.8213         0.8213
    // logs in, 2,000 B × 0.50     4.8950       2.4475       1.2238         1.2238
    // kept 7 d                    0.0101       0.0051       0.0025         0.0025
    // 22 metrics × 0.30    + 1: 6.9000       6.6000       6.6000         6.6000
    // 7 alarms × 0.10      + 2: 0.9000       0.7000       0.7000         0.7000
    // dashboard                   3.0000
    const byModel = Object.keys(loads).map((name) => {
      const own = billed.lines.filter(({ model }) => model === name);
      return own.reduce((sum, { dollars }) => sum + dollars, 0).toFixed(4);
    });
    expect(byModel).toEqual(['57.7640', '25.9085', '30.8009', '36.5389']);
    expect([billed.dollars.toFixed(2), billed.requests]).toEqual(['151.01', 10_512_000]);
  });
});
