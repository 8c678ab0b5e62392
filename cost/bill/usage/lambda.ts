import { amount, percent } from '../../report/format.ts';
import { meanDuration, requestCount } from '../../workload/workload.ts';
import type { BillInput, Usage } from './usage.ts';

/**
 * AWS Lambda bills requests, provisioned concurrency while it is enabled, and the durations of requests, at a lower price in
 * provisioned environments than on demand. It bills the INIT phase of a cold start like a duration on demand. The free tier
 * excludes functions with provisioned concurrency.
 */
export function lambdaUsage({ load, configuration, outcome, period }: BillInput): Usage[] {
  const { architecture, provisioned, idleProvisioned, memoryMegabytes, coldStartMilliseconds } =
    configuration;
  const requests = requestCount(load, period);
  const gigabytes = memoryMegabytes / 1024;
  const seconds = meanDuration(load, configuration.cache) / 1000;
  const { onDemandShare, coldShare } = outcome;
  const idleHours = period.calendarHours - period.provisionedHours;
  const isNeverFree = provisioned + idleProvisioned > 0;

  const size = `${memoryMegabytes}/1024 GB`;
  const rate = Number(load.ratePerSecond.toPrecision(9));
  const perRequest = `${amount(requests)} requests × ${amount(seconds * 1000)} ms × ${size}`;
  const enabled = (environments: number, hours: number) =>
    `${environments} environments × ${size} × ${amount(hours)} h × 3600 s`;
  return [
    {
      title: 'Lambda requests',
      name: `lambda.requests.${architecture}`,
      quantity: requests,
      arithmetic: `${rate}/s × ${amount(period.activeHours)} h × 3600 s`,
      isNeverFree,
    },
    {
      title: 'Lambda provisioned concurrency',
      name: `lambda.provisioned.${architecture}`,
      quantity: provisioned * gigabytes * period.provisionedHours * 3600,
      arithmetic: enabled(provisioned, period.provisionedHours),
    },
    {
      title: 'Lambda provisioned concurrency, idle hours',
      name: `lambda.provisioned.${architecture}`,
      quantity: idleProvisioned * gigabytes * idleHours * 3600,
      arithmetic: enabled(idleProvisioned, idleHours),
    },
    {
      title: 'Lambda duration, provisioned',
      name: `lambda.provisioned-duration.${architecture}`,
      quantity: requests * (1 - onDemandShare) * seconds * gigabytes,
      arithmetic: `${perRequest} × ${percent(1 - onDemandShare)}`,
    },
    {
      title: 'Lambda duration, on demand',
      name: `lambda.duration.${architecture}`,
      quantity: requests * onDemandShare * seconds * gigabytes,
      arithmetic: `${perRequest} × ${percent(onDemandShare)}`,
      isNeverFree,
    },
    {
      title: 'Lambda cold starts',
      name: `lambda.duration.${architecture}`,
      quantity: ((requests * coldShare * coldStartMilliseconds) / 1000) * gigabytes,
      arithmetic: `${amount(requests)} requests × ${percent(coldShare)} cold × ${coldStartMilliseconds} ms × ${size}`,
      isNeverFree,
    },
  ];
}
