import { amount } from '../../report/format.ts';
import { requestCount } from '../../workload/workload.ts';
import type { BillInput, Usage } from './usage.ts';

/** Memory of the authorizer (lib/endpoint/address/guard.ts). */
export const AUTHORIZER_MEGABYTES = 512;
/** Seconds for which API Gateway caches the authorizer's decision about a caller. */
export const CACHED_SECONDS = 300;
/** Assumed milliseconds for a few hashes and comparisons, which have not been measured on Lambda. */
const MILLISECONDS = 5;
/** Bytes of Lambda's log for each call: START, END and REPORT. */
export const AUTHORIZER_LOG_BYTES = 400;

/** How often API Gateway calls the authorizer, if all requests come from one caller. */
export function authorizerCalls({ load, configuration: { authorizer }, period }: BillInput): number {
  if (!authorizer) return 0;
  return Math.min(requestCount(load, period), (period.activeHours * 3600) / CACHED_SECONDS);
}

/** Requests, provisioned concurrency and duration of the authorizer, which runs on x86_64. `cloudwatchUsage` counts its log. */
export function authorizerUsage(input: BillInput): Usage[] {
  const { authorizer, coldStartMilliseconds } = input.configuration;
  if (!authorizer) return [];
  const { activeHours, calendarHours } = input.period;
  const { provisioned } = authorizer;
  const calls = authorizerCalls(input);
  // The free tier does not apply to functions with provisioned concurrency.
  const isNeverFree = provisioned > 0;
  // Without provisioned concurrency, each call starts cold, because calls are far apart. The authorizer's INIT phase has not
  // been measured. It is assumed to be as long as that of the model's function, which loads far more.
  const milliseconds = MILLISECONDS + (provisioned > 0 ? 0 : coldStartMilliseconds);
  const gigabytes = AUTHORIZER_MEGABYTES / 1024;
  const size = `${AUTHORIZER_MEGABYTES}/1024 GB`;
  return [
    {
      title: 'Authorizer, requests',
      name: 'lambda.requests.x86_64',
      quantity: calls,
      arithmetic: `one caller × ${amount(activeHours)} h × 3600 s / ${CACHED_SECONDS} s`,
      isNeverFree,
    },
    {
      title: 'Authorizer, provisioned concurrency',
      name: 'lambda.provisioned.x86_64',
      quantity: provisioned * gigabytes * calendarHours * 3600,
      arithmetic: `${provisioned} environments × ${size} × ${amount(calendarHours)} h × 3600 s`,
    },
    {
      title: 'Authorizer, duration',
      name: isNeverFree ? 'lambda.provisioned-duration.x86_64' : 'lambda.duration.x86_64',
      quantity: ((calls * milliseconds) / 1000) * gigabytes,
      arithmetic: `${amount(calls)} calls × ${amount(milliseconds)} ms × ${size}`,
      isNeverFree,
    },
  ];
}
