/**
 * Bills worked out by hand. Each line shows its whole arithmetic at the prices of price-book.ts, so that a reader can check it
 * with a calculator and without our code. GB = 2³⁰ bytes; a month has 730 h.
 */
import { describe, expect, it } from 'vitest';
import { bill, serviceBill } from '../../../cost/bill/bill.ts';
import { readAllowances } from '../../../cost/bill/line.ts';
import { instanceType } from '../../../cost/bill/managed/fleet.ts';
import type { BillInput } from '../../../cost/bill/usage/usage.ts';
import { deployedConfiguration, warmHoursPerDay } from '../../../cost/command/input/stage.ts';
import { DEFAULT_CONFIGURATION, DEFAULT_LOAD } from '../../../cost/workload/defaults.ts';
import { type Configuration, competition, type Load, MONTH } from '../../../cost/workload/workload.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { configurationOf, loadOf, ON_DEMAND, priceBook, WARM } from '../price-book.ts';

/** Input for a single model, by default for a month. */
function input(load: Load, change: Partial<Configuration>, outcome = ON_DEMAND, period = MONTH): BillInput {
  return { load, configuration: configurationOf(change), outcome, period, prices: priceBook() };
}

/** Dollars of each line to the fourth decimal, and the total in dollars, rounded to the cent. */
function worked(billed: ReturnType<typeof bill>): Record<string, string> {
  const lines = billed.lines.map(({ title, dollars }) => [title, dollars.toFixed(4)]);
  return { ...Object.fromEntries(lines), total: billed.dollars.toFixed(2) };
}

/** Reads a sheet with lines like `title: arithmetic = dollars`. */
function read(sheet: string): Record<string, string> {
  const lines = [...sheet.matchAll(/^ *(\S[^:\n]*): .*= *([\d.]+)$/gm)];
  return Object.fromEntries(lines.map(([, title, dollars]) => [title, dollars]));
}

/** Input for prod as deployed by `npm run deploy`, warm for ten hours a day on four days. */
function prodInput(load: Load): BillInput {
  const contracts = ['open-inference'];
  const manifest = { model: 'one', version: '1', title: undefined, contracts, deadlineMilliseconds: 1000 };
  const warmHours = { warmFrom: '08:00', warmUntil: '18:00', timeZone: 'Asia/Taipei' };
  const service = resolveConfiguration('prod', [manifest], warmHours);
  const configuration = deployedConfiguration(service, service.models[0]!, load, priceBook());
  const period = competition(4, 10, warmHoursPerDay(service.models[0]!));
  return { load, configuration, outcome: WARM, period, prices: priceBook() };
}

const halfRepeated = loadOf(1, 100, { repeatShare: 0.5, cached: { mean: 10 } });
const pictures = { responseBytes: 9717, identifiedShare: 0.7, repeatShare: 0.2, cached: { mean: 10 } };
const onArm64 = { architecture: 'arm64', provisioned: 40, coldStartMilliseconds: 2000 } as const;
const spilling = { onDemandShare: 0.02, coldShare: 0.01 };
const uncached = { configuration: { ...DEFAULT_CONFIGURATION, memoryMegabytes: 1024, cache: false } };
const logging = { cache: false, logBytesPerRequest: 2 ** 30 / 2_628_000 };
const fleet = { type: instanceType('m7g.large', priceBook()), count: 3 };
const guarded = { cache: false, edge: { aclRules: 3 }, authorizer: { provisioned: 2 } };
const traced = { cache: false, edge: {}, tracing: true };
const watched = { metrics: 26, alarms: 11, authorizer: { provisioned: 0 } };

describe('By hand, the bill', () => {
  it.each<[string, ReturnType<typeof bill>, requests: number, string]>([
    [
      'of the worked example is $276.39: 10/s of 300 ms on 4 provisioned environments, 2 write units each',
      bill(input(loadOf(10, 300, { responseBytes: 1780 }), { provisioned: 4 }, WARM)),
      // Requests: 10 × 730 × 3600. Memory: 1769/1024 = 1.727539 GB. Item: 1780 − 450 (headers) + 170 = 1500 B, stored as 1600 B.
      26_280_000,
      `Lambda requests: 26,280,000 × 0.0000002 = 5.2560
       Lambda provisioned concurrency: 4 × 1.727539 × 730 × 3600 = 18,159,891 × 0.0000041667 = 75.6668
       Lambda duration, provisioned: 26,280,000 × 0.3 × 1.727539 = 13,619,918 × 0.0000097222 = 132.4156
       API Gateway, HTTP API: 26,280,000 × 0.000001 = 26.2800
       Egress to the internet: 26,280,000 × 1780 B = 43.5658 GB × 0.09 = 3.9209
       DynamoDB writes: 26,280,000 × 2 × 0.000000625 = 32.8500
       DynamoDB storage: 26,280,000 × 1600 B = 39.16 GB × 14 d × 24 / 730 = 18.02 of 25 GB-months free = 0.0000
       total: = 276.39`,
    ],
    [
      'of responses with 64 pictures, 70 % of the requests with an id and 20 % repeats, has ten write units for half of them',
      bill(input(loadOf(7, 150, pictures), { pointInTimeRecovery: true })),
      // Requests: 7 × 730 × 3600. Item: 9717 − 450 + 170 = 9437 B, stored as 9537 B. Duration: 0.8 × 150 + 0.2 × 10 = 122 ms.
      18_396_000,
      `Lambda requests: 18,396,000 × 0.0000002 = 3.6792
       Lambda duration, on demand: 18,396,000 × 0.122 × 1.727539 = 3,877,136.65 × 0.0000166667 = 64.6191
       API Gateway, HTTP API: 18,396,000 × 0.000001 = 18.3960
       Egress to the internet: 18,396,000 × 9717 B = 166.4776 GB × 0.09 = 14.9830
       DynamoDB writes: 18,396,000 × (0.7 − 0.2) × 10 × 0.000000625 = 57.4875
       DynamoDB reads: 18,396,000 × 0.2 × 0.5 × 3 × 4 KB × 0.000000125 = 0.6898
       DynamoDB storage: 9,198,000 × 9537 B = 81.6969 GB × 14 d × 24 / 730 = 37.6029 − 25 = 12.6029 × 0.25 = 3.1507
       DynamoDB point-in-time recovery: 37.6029 × 0.20 = 7.5206
       total: = 170.53`,
    ],
    [
      'of responses that are larger than an item of 400 KB has no table',
      bill(input(loadOf(1, 100, { responseBytes: 409_881 }), {})),
      // 730 × 3600; 409,881 − 450 + 170 = 409,601 B, one more than 400 × 1024
      2_628_000,
      `Lambda requests: 2,628,000 × 0.0000002 = 0.5256
       Lambda duration, on demand: 2,628,000 × 0.1 × 1.727539 = 453,997.27 × 0.0000166667 = 7.5666
       API Gateway, HTTP API: 2,628,000 × 0.000001 = 2.6280
       Egress to the internet: 2,628,000 × 409,881 B = 1003.1902 GB × 0.09 = 90.2871
       total: = 101.01`,
    ],
    [
      'of a month on arm64 with spill-over reaches the second step of the gateway and of the table',
      bill(input(loadOf(150, 100, { responseBytes: 1000 }), onArm64, spilling)),
      // Requests: 150 × 730 × 3600.
      394_200_000,
      `Lambda requests: 394,200,000 × 0.0000002 = 78.8400
       Lambda provisioned concurrency: 40 × 1.727539 × 2,628,000 = 181,598,906 × 0.0000033334 = 605.3418
       Lambda duration, provisioned: 394,200,000 × 0.1 × 1.727539 × 98 % = 66,737,598 × 0.0000077778 = 519.0717
       Lambda duration, on demand: 394,200,000 × 0.1 × 1.727539 × 2 % = 1,361,992 × 0.0000133334 = 18.1600
       Lambda cold starts: 394,200,000 × 1 % × 2 s × 1.727539 = 13,619,918 × 0.0000133334 = 181.5998
       API Gateway, HTTP API: 300,000,000 × 0.000001 + 94,200,000 × 0.0000009 = 384.7800
       Egress to the internet: 394,200,000 × 1000 B = 367.127 GB × 0.09 = 33.0415
       DynamoDB writes: 394,200,000 × 0.000000625 = 246.3750
       DynamoDB storage: 301.044 GB × 14 d × 24 / 730 = 138.563 − 25 = 113.563 × 0.25 = 28.3907
       total: = 2095.60`,
    ],
    [
      'of prod for four days of ten warm hours has the idle environment of the nights, history, alarms and dashboard',
      bill(prodInput(loadOf(7, 150, DEFAULT_LOAD))),
      // Requests: 7 × 40 h × 3600. Environments: 10 in 40 h, and 1 in the other 56 of 96 h.
      1_008_000,
      `Lambda requests: 1,008,000 × 0.0000002 = 0.2016
       Lambda provisioned concurrency: 10 × 1.727539 × 40 × 3600 = 2,487,656.25 × 0.0000041667 = 10.3653
       Lambda provisioned concurrency, idle hours: 1.727539 × 56 × 3600 = 348,271.875 × 0.0000041667 = 1.4511
       Lambda duration, provisioned: 1,008,000 × 0.15 × 1.727539 = 261,203.9 × 0.0000097222 = 2.5395
       API Gateway, HTTP API: 1,008,000 × 0.000001 = 1.0080
       Egress to the internet: 1,008,000 × 700 B = 0.65714 GB × 0.09 = 0.0591
       DynamoDB writes: 1,008,000 × 0.000000625 = 0.6300
       DynamoDB storage: 1,008,000 × 520 B × 14 d × 24 / 730 = 0.22469 of 25 GB-months = 0.0000
       DynamoDB point-in-time recovery: 0.22469 × 0.20 = 0.0449
       CloudWatch logs, ingested: 1,008,000 × 2,000 B = 1.87755 GB × 0.50 = 0.9388
       CloudWatch logs, stored: 1.87755 × 0.15 × 90 d × 24 / 730 = 0.83331 × 0.03 = 0.0250
       CloudWatch metrics: 19 of the function, 3 of its requests, 1 of the address × 40 h / 730 × 0.30 = 0.3781
       CloudWatch alarms: 2 of the address, 8 of the model, 2 of target tracking × 96 h / 730 × 0.10 = 0.1578
       CloudWatch dashboards: 96 h / 730 × 3.00 = 0.3945
       total: = 18.19`,
    ],
    [
      'of a service behind CloudFront with large requests has a web ACL with three rules and an authorizer',
      bill(input(loadOf(7, 150, { requestBytes: 600_000, responseBytes: 700 }), guarded)),
      // Requests: 7 × 730 × 3600.
      18_396_000,
      `Lambda requests: 18,396,000 × 0.0000002 = 3.6792
       Lambda duration, on demand: 18,396,000 × 0.15 × 1.727539 = 4,766,971 × 0.0000166667 = 79.4497
       Authorizer, requests: 730 × 12 = 8,760 × 0.0000002 = 0.0018
       Authorizer, provisioned concurrency: 2 × 0.5 GB × 730 × 3600 = 2,628,000 × 0.0000041667 = 10.9501
       Authorizer, duration: 8,760 × 5 ms × 0.5 GB = 21.9 × 0.0000097222 = 0.0002
       API Gateway, HTTP API: 600,000 B are 2 × 512 KB, so 36,792,000 × 0.000001 = 36.7920
       CloudFront egress: 18,396,000 × 700 B = 11.9928 GB × 0.085 = 1.0194
       CloudFront requests: 18,396,000 × 0.000001 = 18.3960
       WAF requests: 18,396,000 × 0.0000006 = 11.0376
       WAF web ACL: 1 × 5 = 5.0000
       WAF rules: 3 × 1 = 3.0000
       CloudWatch logs, ingested: 8,760 × 400 B = 0.003263 GB × 0.50 = 0.0016
       CloudWatch logs, stored: 0.003263 × 0.15 × 14 d × 24 / 730 × 0.03 = 0.0000
       total: = 169.33`,
    ],
    [
      'of a service with keys has an authorizer call in five minutes, metrics while requests arrive, and alarms at night, too',
      bill(input(halfRepeated, watched, ON_DEMAND, competition(10, 12))),
      // 120 h × 3600; authorizer 120 h × 12 = 1,440
      432_000,
      `Lambda requests: 432,000 × 0.0000002 = 0.0864
       Lambda duration, on demand: 216,000 × (0.1 + 0.01) × 1.727539 = 41,046.3 × 0.0000166667 = 0.6841
       Authorizer, requests: 1,440 × 0.0000002 = 0.0003
       Authorizer, duration: 1,440 × 1,505 ms × 0.5 GB = 1,083.6 × 0.0000166667 = 0.0181
       API Gateway, HTTP API: 432,000 × 0.000001 = 0.4320
       DynamoDB writes: 216,000 × 0.000000625 = 0.1350
       DynamoDB reads: 216,000 × 0.5 × 0.000000125 = 0.0135
       DynamoDB storage: 216,000 × 270 B × 14 d, below 25 GB-months = 0.0000
       CloudWatch logs, ingested: 1,440 × 400 B = 0.00054 GB × 0.50 = 0.0003
       CloudWatch logs, stored: 0.00054 × 0.15 × 14 d × 24 / 730 × 0.03 = 0.0000
       CloudWatch metrics: 26 × 120 h / 730 × 0.30 = 1.2822
       CloudWatch alarms: 11 × 240 h / 730 × 0.10 = 0.3616
       total: = 3.01`,
    ],
    [
      'of a small service after the free tier has only the quantities that exceed it',
      serviceBill([{ ...input(loadOf(1, 200, { responseBytes: 700 }), {}), ...uncached }], readAllowances()),
      // Requests: 730 × 3600.
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
      'of a traced service behind CloudFront after the free tier has requests, egress and traces beyond it',
      serviceBill([input(loadOf(7, 1, { responseBytes: 100_000 }), traced)], readAllowances()),
      // Requests: 7 × 730 × 3600.
      18_396_000,
      `Lambda requests: 18,396,000 − 1,000,000 = 17,396,000 × 0.0000002 = 3.4792
       Lambda duration, on demand: 18,396 × 1.727539 = 31,779.8 GB-s of 400,000 = 0.0000
       API Gateway, HTTP API: 18,396,000 × 0.000001 = 18.3960
       CloudFront egress: 18,396,000 × 100,000 B = 1713.2610 GB − 1024 = 689.2610 × 0.085 = 58.5872
       CloudFront requests: 18,396,000 − 10,000,000 = 8,396,000 × 0.000001 = 8.3960
       WAF requests: 18,396,000 × 0.0000006 = 11.0376
       X-Ray traces: (1 + 0.05 × 6) × 2,628,000 − 100,000 = 3,316,400 × 0.000005 = 16.5820
       total: = 116.48`,
    ],
    [
      'of Lambda Managed Instances has EC2 hours and 15 % on them, endpoints for the logs, and requests, but no durations',
      serviceBill([{ ...input(loadOf(1, 5000), logging, WARM), managed: { fleet, endpoints: 3 } }]),
      // Requests: 730 × 3600.
      2_628_000,
      `EC2 instances, m7g.large: 3 × 730 h × 0.0816 = 178.7040
       Management fee: 178.704 × 0.15 = 26.8056
       Interface endpoints: 3 × 730 h × 0.01 = 21.9000
       Interface endpoints, logs: 1 GB × 0.01 = 0.0100
       Lambda requests: 2,628,000 × 0.0000002 = 0.5256
       API Gateway, HTTP API: 2,628,000 × 0.000001 = 2.6280
       CloudWatch logs, ingested: 1 GB × 0.50 = 0.5000
       CloudWatch logs, stored: 1 GB × 0.15 × 14 d × 24 / 730 = 0.06904 × 0.03 = 0.0021
       total: = 231.08`,
    ],
  ])('%s', (_, billed, requests, sheet) => {
    expect(worked(billed)).toEqual(read(sheet));
    expect(billed.requests).toBe(requests);
  });
});
