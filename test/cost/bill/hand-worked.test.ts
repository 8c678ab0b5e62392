/**
 * Bills worked out by hand. Each comment has the whole arithmetic at the prices of price-book.ts, so that a reader with a
 * calculator can follow it without our code. GB = 2³⁰ bytes; a month has 730 h.
 */
import { describe, expect, it } from 'vitest';
import { bill, type ModelBillInput, serviceBill } from '../../../cost/bill/bill.ts';
import { readAllowances } from '../../../cost/bill/line.ts';
import type { BillInput } from '../../../cost/bill/usage/usage.ts';
import { deployedConfiguration, warmHoursPerDay } from '../../../cost/command/input/stage.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_LOAD } from '../../../cost/workload/defaults.ts';
import { competition, type Load, MONTH, type Period } from '../../../cost/workload/workload.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';

const WARM = { onDemandShare: 0, coldShare: 0 };
const ON_DEMAND = { onDemandShare: 1, coldShare: 0 };

function input(change: Omit<BillInput, 'prices' | 'period'> & { readonly period?: Period }): BillInput {
  return { period: MONTH, prices: priceBook(), ...change };
}

/** Dollars of each line to the fourth decimal, and the total in cents. */
function worked(billed: ReturnType<typeof bill>) {
  const lines = billed.lines.map(({ model, title, dollars }) => [
    model === undefined ? title : `${model}: ${title}`,
    dollars.toFixed(4),
  ]);
  return { ...Object.fromEntries(lines), total: billed.dollars.toFixed(2) };
}

/** The models of a stage as `npm run deploy` makes them, each with its load. */
function deployed(
  stage: string,
  loads: Readonly<Record<string, Load>>,
  settings: Readonly<Record<string, string>>,
  periodOf: (warmHours: number) => Period,
) {
  const manifests = Object.keys(loads).map((model) => ({
    model,
    version: '1',
    contracts: ['open-inference'],
    deadlineMilliseconds: 1000,
  }));
  const service = resolveConfiguration(stage, manifests as never, settings);
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

describe('By hand, the bill', () => {
  it('of the worked example is $272.47: 10/s of 300 ms on 4 provisioned environments, 2 write units each', () => {
    const configuration = configurationOf({ provisioned: 4, itemBytes: 1500 });

    const billed = bill(input({ load: loadOf(10, 300), configuration, outcome: WARM }));

    // 10 × 730 × 3600 = 26,280,000 requests; 1769/1024 = 1.727539 GB
    // requests     26,280,000 × 0.0000002                             =   5.2560
    // provisioned  4 × 1.727539 × 730 × 3600 = 18,159,891 × 0.0000041667 =  75.6668
    // running      26,280,000 × 0.3 × 1.727539 = 13,619,918 × 0.0000097222 = 132.4156
    // gateway      26,280,000 × 0.000001                              =  26.2800
    // writes       26,280,000 × 2 × 0.000000625                       =  32.8500
    // storage      26,280,000 × 1500 B = 36.71 GB × 14 d × 24 / 730 = 16.90 GB-months of 25 that are not charged
    expect(worked(billed)).toEqual({
      'Lambda requests': '5.2560',
      'Lambda provisioned concurrency': '75.6668',
      'Lambda duration, provisioned': '132.4156',
      'API Gateway, HTTP API': '26.2800',
      'DynamoDB writes': '32.8500',
      'DynamoDB storage': '0.0000',
      total: '272.47',
    });
    expect(billed.perRequestPerSecond.toFixed(2)).toBe('27.25');
  });

  it('of an on-demand month has the INIT phase of cold starts, and large requests twice', () => {
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

    const billed = bill(input({ load, configuration, outcome: { onDemandShare: 1, coldShare: 0.01 } }));

    // 2 × 730 × 3600 = 5,256,000 requests
    // requests  5,256,000 × 0.0000002                            =  1.0512
    // running   5,256,000 × 0.25 × 1 = 1,314,000 × 0.0000166667  = 21.9000
    // INIT      5,256,000 × 1 % × 2 s × 1 = 105,120 × 0.0000166667 =  1.7520
    // gateway   600,000 B are 2 × 512 KB: 10,512,000 × 0.000001  = 10.5120
    // egress    5,256,000 × 1024 B = 5.0125 GB × 0.09            =  0.4511
    // logs      5,256,000 × 1000 B = 4.8950 GB × 0.50            =  2.4475
    // metrics   10 × 0.30 = 3.0000; alarms 2 × 0.10 = 0.2000
    expect(worked(billed)).toEqual({
      'Lambda requests': '1.0512',
      'Lambda duration, on demand': '21.9000',
      'Lambda cold starts': '1.7520',
      'API Gateway, HTTP API': '10.5120',
      'Egress to the internet': '0.4511',
      'CloudWatch logs, ingested': '2.4475',
      'CloudWatch metrics': '3.0000',
      'CloudWatch alarms': '0.2000',
      total: '41.31',
    });
  });

  it('of a four-day competition has provisioned concurrency by its schedule and alarms around the clock', () => {
    const load = loadOf(7, 200, { repeatShare: 0.25, cached: { mean: 20 }, responseBytes: 512 });
    const configuration = configurationOf({
      architecture: 'arm64',
      frontDoor: 'function-url',
      memoryMegabytes: 2048,
      provisioned: 10,
      coldStartMilliseconds: 1500,
      logBytesPerRequest: 2048,
      metrics: 15,
      alarms: 6,
    });
    const outcome = { onDemandShare: 0.02, coldShare: 0.01 };

    const billed = bill(input({ load, configuration, outcome, period: competition(4, 10, 11) }));

    // 7 × 40 h × 3600 = 1,008,000 requests of 0.75 × 200 + 0.25 × 20 = 155 ms, 2 GB
    // requests     1,008,000 × 0.0000002                                   =  0.2016
    // provisioned  10 × 2 × 44 h × 3600 = 3,168,000 × 0.0000033334         = 10.5602
    // running      1,008,000 × 0.155 × 2 × 98 % = 306,230.4 × 0.0000077778 =  2.3818
    // on demand    1,008,000 × 0.155 × 2 × 2 % = 6,249.6 × 0.0000133334    =  0.0833
    // INIT         1,008,000 × 1 % × 1.5 × 2 = 30,240 × 0.0000133334       =  0.4032
    // egress       1,008,000 × 512 B = 0.48065 GB × 0.09                   =  0.0433
    // writes       756,000 × 0.000000625 = 0.4725; reads 252,000 × 0.5 × 0.000000125 = 0.0158
    // storage      756,000 × 300 B × 14 d: below 25 GB-months
    // logs         1,008,000 × 2048 B = 1.92261 GB × 0.50 = 0.9613; × 0.15 × 14 d × 24 / 730 × 0.03 = 0.0040
    // metrics      15 × 40 h / 730 × 0.30 = 0.2466; alarms 6 × 96 h / 730 × 0.10 = 0.0789
    expect(worked(billed)).toEqual({
      'Lambda requests': '0.2016',
      'Lambda provisioned concurrency': '10.5602',
      'Lambda duration, provisioned': '2.3818',
      'Lambda duration, on demand': '0.0833',
      'Lambda cold starts': '0.4032',
      'Egress to the internet': '0.0433',
      'DynamoDB writes': '0.4725',
      'DynamoDB reads': '0.0158',
      'DynamoDB storage': '0.0000',
      'CloudWatch logs, ingested': '0.9613',
      'CloudWatch logs, stored': '0.0040',
      'CloudWatch metrics': '0.2466',
      'CloudWatch alarms': '0.0789',
      total: '15.45',
    });
  });

  it('of a month above 300 million requests reaches the second step of the gateway and of the table', () => {
    const load = loadOf(150, 100, { responseBytes: 1000 });
    const configuration = configurationOf({ provisioned: 40 });

    const billed = bill(input({ load, configuration, outcome: WARM }));

    // 150 × 730 × 3600 = 394,200,000 requests
    // requests     394,200,000 × 0.0000002                                    =  78.8400
    // provisioned  40 × 1.727539 × 2,628,000 = 181,598,906 × 0.0000041667     = 756.6682
    // running      394,200,000 × 0.1 × 1.727539 = 68,099,590 × 0.0000097222   = 662.0778
    // gateway      300,000,000 × 0.000001 + 94,200,000 × 0.0000009            = 384.7800
    // egress       394,200,000 × 1000 B = 367.127 GB × 0.09                   =  33.0415
    // writes       394,200,000 × 0.000000625                                  = 246.3750
    // storage      110.138 GB × 14 d × 24 / 730 = 50.694 − 25 = 25.694 × 0.25 =   6.4234
    expect(worked(billed)).toEqual({
      'Lambda requests': '78.8400',
      'Lambda provisioned concurrency': '756.6682',
      'Lambda duration, provisioned': '662.0778',
      'API Gateway, HTTP API': '384.7800',
      'Egress to the internet': '33.0415',
      'DynamoDB writes': '246.3750',
      'DynamoDB storage': '6.4234',
      total: '2168.21',
    });
  });

  it('of prod for four days of ten warm hours has the idle environment of the nights, history, alarms and dashboard', () => {
    const load = loadOf(7, 150, DEFAULT_LOAD);
    const warm = { warmFrom: '08:00', warmUntil: '18:00', timeZone: 'Asia/Taipei' };

    const billed = serviceBill(
      deployed('prod', { handwriting: load }, warm, (hours) => competition(4, 10, hours)),
    );

    // 7 × 40 h × 3600 = 1,008,000 requests; 10 environments in 40 h, 1 in the other 56 of 96 h
    // requests     1,008,000 × 0.0000002                                    =  0.2016
    // provisioned  10 × 1.727539 × 40 × 3600 = 2,487,656.25 × 0.0000041667  = 10.3653
    // idle hours   1 × 1.727539 × 56 × 3600 = 348,271.875 × 0.0000041667    =  1.4511
    // running      1,008,000 × 0.15 × 1.727539 = 261,203.9 × 0.0000097222   =  2.5395
    // gateway      1,008,000 × 0.000001                                     =  1.0080
    // egress       1,008,000 × 700 B = 0.65714 GB × 0.09                    =  0.0591
    // writes       1,008,000 × 0.000000625                                  =  0.6300
    // storage      1,008,000 × 300 B × 14 d × 24 / 730 = 0.12963 GB-months of 25
    // history      0.12963 × 0.20                                           =  0.0259
    // logs in      1,008,000 × 2,000 B = 1.87755 GB × 0.50                  =  0.9388
    // logs kept    1.87755 × 0.15 × 90 d × 24 / 730 = 0.83331 × 0.03        =  0.0250
    // metrics      19 of the function, 3 of its requests, 1 of the address: 23 × 40 h / 730 × 0.30 = 0.3781
    // alarms       2 of the address, 8 of the model, 2 of target tracking: 12 × 96 h / 730 × 0.10 = 0.1578
    // dashboard    96 h / 730 × 3.00                                        =  0.3945
    expect(worked(billed)).toEqual({
      'Lambda requests': '0.2016',
      'Lambda provisioned concurrency': '10.3653',
      'Lambda provisioned concurrency, idle hours': '1.4511',
      'Lambda duration, provisioned': '2.5395',
      'API Gateway, HTTP API': '1.0080',
      'Egress to the internet': '0.0591',
      'DynamoDB writes': '0.6300',
      'DynamoDB storage': '0.0000',
      'DynamoDB point-in-time recovery': '0.0259',
      'CloudWatch logs, ingested': '0.9388',
      'CloudWatch logs, stored': '0.0250',
      'CloudWatch metrics': '0.3781',
      'CloudWatch alarms': '0.1578',
      'CloudWatch dashboards': '0.3945',
      total: '18.17',
    });
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
    //                            57.7640      25.9085      30.8009        36.5389   = 151.01
    const byModel = Object.keys(loads).map((name) => {
      const own = billed.lines.filter(({ model }) => model === name);
      return own.reduce((sum, { dollars }) => sum + dollars, 0).toFixed(4);
    });
    expect(byModel).toEqual(['57.7640', '25.9085', '30.8009', '36.5389']);
    expect(worked(billed)).toMatchObject({
      'digits: Lambda provisioned concurrency': '10.9501',
      'asr-correction: Lambda duration, provisioned': '6.6208',
      'handwriting: CloudWatch alarms': '0.9000',
      'digits: CloudWatch alarms': '0.7000',
      total: '151.01',
    });
    expect(billed.requests).toBe(10_512_000);
  });

  it('of a service whose callers sign has a call of the authorizer for each request, its warm environments and its log', () => {
    const configuration = configurationOf({
      cache: false,
      authorizer: { isCached: false, provisioned: 2, isFirst: true },
    });

    const billed = bill(input({ load: loadOf(10, 100), configuration, outcome: ON_DEMAND }));

    // 10 × 730 × 3600 = 26,280,000 requests
    // requests    26,280,000 × 0.0000002                                   =  5.2560, and as much for the authorizer
    // running     26,280,000 × 0.1 × 1.727539 = 4,539,973 × 0.0000166667   = 75.6664
    // authorizer  2 × 0.5 GB × 730 × 3600 = 2,628,000 × 0.0000041667       = 10.9501
    //             26,280,000 × 5 ms × 0.5 GB = 65,700 × 0.0000097222       =  0.6387
    // gateway     26,280,000 × 0.000001                                    = 26.2800
    // logs        26,280,000 × 400 B = 9.79006 GB × 0.50                   =  4.8950
    // kept        9.79006 × 0.15 × 14 d × 24 / 730 = 0.67592 × 0.03        =  0.0203
    expect(worked(billed)).toEqual({
      'Lambda requests': '5.2560',
      'Lambda duration, on demand': '75.6664',
      'Authorizer, requests': '5.2560',
      'Authorizer, provisioned concurrency': '10.9501',
      'Authorizer, duration': '0.6387',
      'API Gateway, HTTP API': '26.2800',
      'CloudWatch logs, ingested': '4.8950',
      'CloudWatch logs, stored': '0.0203',
      total: '128.96',
    });
  });

  it('of a service with keys with a synthetic request every five minutes has both in five minutes once', () => {
    const configuration = configurationOf({
      metrics: 26,
      alarms: 11,
      syntheticRequest: true,
      authorizer: { isCached: true, provisioned: 0, isFirst: true },
    });
    const load = loadOf(1, 100, { repeatShare: 0.5, cached: { mean: 10 } });

    const billed = bill(input({ load, configuration, outcome: ON_DEMAND, period: competition(10, 12) }));

    // Of callers 120 h × 3600 = 432,000 requests; synthetic 240 h × 12 = 2,880; authorizer 120 h × 12 = 1,440
    // requests    434,880 × 0.0000002                                        = 0.0870
    // running     (218,880 × 0.1 + 216,000 × 0.01) × 1.727539 = 41,544.0 × 0.0000166667 = 0.6924
    // authorizer  1,440 × 0.0000002 = 0.0003; 1,440 × 1,505 ms × 0.5 GB = 1,083.6 × 0.0000166667 = 0.0181
    // synthetic   2,880 × 0.0000002 = 0.0006; 2,880 × 1,700 ms × 0.25 GB = 1,224 × 0.0000166667 = 0.0204
    // gateway     434,880 × 0.000001                                         = 0.4349
    // writes      218,880 × 0.000000625 = 0.1368; reads 216,000 × 0.5 × 0.000000125 = 0.0135
    // storage     218,880 × 300 B × 14 d: below 25 GB-months
    // logs        1,440 × 400 B = 0.00054 GB × 0.50 = 0.0003
    // metrics     26 × 240 h / 730 × 0.30 = 2.5644, at night, too; alarms 11 × 240 h / 730 × 0.10 = 0.3616
    expect(worked(billed)).toEqual({
      'Lambda requests': '0.0870',
      'Lambda duration, on demand': '0.6924',
      'Authorizer, requests': '0.0003',
      'Authorizer, duration': '0.0181',
      'Synthetic request, requests': '0.0006',
      'Synthetic request, duration': '0.0204',
      'API Gateway, HTTP API': '0.4349',
      'DynamoDB writes': '0.1368',
      'DynamoDB reads': '0.0135',
      'DynamoDB storage': '0.0000',
      'CloudWatch logs, ingested': '0.0003',
      'CloudWatch logs, stored': '0.0000',
      'CloudWatch metrics': '2.5644',
      'CloudWatch alarms': '0.3616',
      total: '4.33',
    });
    // Synthetic requests are no part of the load.
    expect(billed.requests).toBe(432_000);
  });

  it('of a service behind CloudFront has its requests and its egress, and a web ACL with three rules', () => {
    const load = loadOf(7, 150, { responseBytes: 700 });
    const configuration = configurationOf({ cache: false, edge: { aclRules: 3 } });

    const billed = bill(input({ load, configuration, outcome: ON_DEMAND }));

    // 7 × 730 × 3600 = 18,396,000 requests
    // requests    18,396,000 × 0.0000002                                   =  3.6792
    // running     18,396,000 × 0.15 × 1.727539 = 4,766,971 × 0.0000166667 = 79.4497
    // gateway     18,396,000 × 0.000001                                    = 18.3960
    // egress      18,396,000 × 700 B = 11.9928 GB × 0.085                  =  1.0194
    // CloudFront  18,396,000 × 0.000001 = 18.3960; WAF × 0.0000006         = 11.0376
    // web ACL     5.0000 and 3 × 1
    expect(worked(billed)).toEqual({
      'Lambda requests': '3.6792',
      'Lambda duration, on demand': '79.4497',
      'API Gateway, HTTP API': '18.3960',
      'CloudFront egress': '1.0194',
      'CloudFront requests': '18.3960',
      'WAF requests': '11.0376',
      'WAF web ACL': '5.0000',
      'WAF rules': '3.0000',
      total: '139.98',
    });
  });

  it('of a small service after the free tier is for what goes beyond it', () => {
    const load = loadOf(1, 200, { responseBytes: 700 });
    const configuration = { ...DEFAULT_CONFIGURATION, memoryMegabytes: 1024, cache: false };
    const model = input({ load, configuration, outcome: ON_DEMAND });

    const billed = serviceBill([model], readAllowances());

    // 730 × 3600 = 2,628,000 requests
    // requests  2,628,000 − 1,000,000 = 1,628,000 × 0.0000002            = 0.3256
    // running   2,628,000 × 0.2 × 1 − 400,000 = 125,600 × 0.0000166667   = 2.0933
    // gateway   2,628,000 × 0.000001 (its 12 free months are over)       = 2.6280
    // egress    1.71 GB of 100, logs 4.8950 GB of 5, kept 0.34 of 5, 10 alarms of 10, 1 dashboard of 3
    // metrics   23 − 10 = 13 × 0.30                                      = 3.9000
    expect(worked(billed)).toEqual({
      'Lambda requests': '0.3256',
      'Lambda duration, on demand': '2.0933',
      'API Gateway, HTTP API': '2.6280',
      'Egress to the internet': '0.0000',
      'CloudWatch logs, ingested': '0.0000',
      'CloudWatch logs, stored': '0.0000',
      'CloudWatch metrics': '3.9000',
      'CloudWatch alarms': '0.0000',
      'CloudWatch dashboards': '0.0000',
      total: '8.95',
    });
  });
});
