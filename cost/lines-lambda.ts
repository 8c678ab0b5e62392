import { amount, percent } from './format.ts';
import { type BillInput, type Line, line } from './line.ts';
import { meanDuration, requestCount } from './workload.ts';

/**
 * AWS Lambda: requests, provisioned concurrency while it is enabled, running time on both kinds of
 * environment, and the INIT phase of cold starts, which is billed like running time.
 */
export function lambdaLines(input: BillInput): Line[] {
  const { load, configuration, outcome, period } = input;
  const { architecture, provisioned, memoryMegabytes, coldStartMilliseconds } = configuration;
  const requests = requestCount(load, period);
  const gigabytes = memoryMegabytes / 1024;
  const seconds = meanDuration(load, configuration.cache) / 1000;
  const { onDemandShare, coldShare } = outcome;
  const onDemand = requests * onDemandShare * seconds * gigabytes;

  const perRequest = `${amount(requests)} requests × ${amount(seconds * 1000)} ms × ${memoryMegabytes}/1024 GB`;
  return [
    line(input, {
      title: 'Lambda requests',
      name: `lambda.requests.${architecture}`,
      quantity: requests,
      arithmetic: `${load.ratePerSecond}/s × ${amount(period.activeHours)} h × 3600 s`,
    }),
    line(input, {
      title: 'Lambda provisioned concurrency',
      name: `lambda.provisioned.${architecture}`,
      quantity: provisioned * gigabytes * period.provisionedHours * 3600,
      arithmetic: `${provisioned} environments × ${memoryMegabytes}/1024 GB × ${amount(period.provisionedHours)} h × 3600 s`,
    }),
    line(input, {
      title: 'Lambda duration, provisioned',
      name: `lambda.provisioned-duration.${architecture}`,
      quantity: requests * (1 - onDemandShare) * seconds * gigabytes,
      arithmetic: `${perRequest} × ${percent(1 - onDemandShare)}`,
    }),
    line(input, {
      title: 'Lambda duration, on demand',
      name: `lambda.duration.${architecture}`,
      quantity: onDemand,
      arithmetic: `${perRequest} × ${percent(onDemandShare)}`,
    }),
    line(input, {
      title: 'Lambda cold starts',
      name: `lambda.duration.${architecture}`,
      quantity: ((requests * coldShare * coldStartMilliseconds) / 1000) * gigabytes,
      arithmetic: `${amount(requests)} requests × ${percent(coldShare)} cold × ${coldStartMilliseconds} ms × ${memoryMegabytes}/1024 GB`,
      already: onDemand,
    }),
  ];
}
