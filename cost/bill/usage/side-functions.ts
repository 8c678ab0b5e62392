import { amount } from '../../report/format.ts';
import { type Period, requestCount } from '../../workload/workload.ts';
import type { BillInput, Usage } from './usage.ts';

/** A small function besides those of the models; all of them run on x86_64. */
interface SideFunction {
  readonly title: string;
  /** Number of calls, and its calculation in figures. */
  readonly calls: number;
  readonly arithmetic: string;
  readonly memoryMegabytes: number;
  /** Billed milliseconds of a call. */
  readonly milliseconds: number;
  /** Whether the function has provisioned concurrency, to which the free tier does not apply. */
  readonly isWarm: boolean;
  /** The function's provisioned concurrency around the clock; 0 if it counts with another model. */
  readonly provisioned: number;
}

/** Usage of a small function: requests, duration, provisioned concurrency. */
function sideFunctionUsage(side: SideFunction, { calendarHours }: Period): Usage[] {
  const { title, calls, arithmetic, memoryMegabytes, milliseconds, isWarm, provisioned } = side;
  const gigabytes = memoryMegabytes / 1024;
  const size = `${memoryMegabytes}/1024 GB`;
  const isNeverFree = isWarm;
  return [
    { title: `${title}, requests`, name: 'lambda.requests.x86_64', quantity: calls, arithmetic, isNeverFree },
    {
      title: `${title}, provisioned concurrency`,
      name: 'lambda.provisioned.x86_64',
      quantity: provisioned * gigabytes * calendarHours * 3600,
      arithmetic: `${provisioned} environments × ${size} × ${amount(calendarHours)} h × 3600 s`,
    },
    {
      title: `${title}, duration`,
      name: isWarm ? 'lambda.provisioned-duration.x86_64' : 'lambda.duration.x86_64',
      quantity: ((calls * milliseconds) / 1000) * gigabytes,
      arithmetic: `${amount(calls)} calls × ${amount(milliseconds)} ms × ${size}`,
      isNeverFree,
    },
  ];
}

/** Memory of the authorizer (lib/endpoint/address/guard.ts). */
export const AUTHORIZER_MEGABYTES = 512;
/** Seconds for which API Gateway caches the authorizer's decision about a caller, if it does. */
export const CACHED_SECONDS = 300;
/** Assumed milliseconds for a few hashes and comparisons, which have not been measured on Lambda. */
const MILLISECONDS = 5;
/** Bytes of Lambda's log for each call: START, END and REPORT. */
export const AUTHORIZER_LOG_BYTES = 400;

/** Number of the authorizer's calls, and its calculation. Cached decisions are assumed to be for one caller. */
export function authorizerCalls({
  load,
  configuration: { authorizer },
  period,
}: Pick<BillInput, 'load' | 'configuration' | 'period'>): { calls: number; arithmetic: string } {
  const requests = requestCount(load, period);
  if (!authorizer) return { calls: 0, arithmetic: '' };
  if (!authorizer.isCached) return { calls: requests, arithmetic: `${amount(requests)} requests` };
  const calls = Math.min(requests, (period.activeHours * 3600) / CACHED_SECONDS);
  return {
    calls,
    arithmetic: `one caller × ${amount(period.activeHours)} h × 3600 s / ${CACHED_SECONDS} s`,
  };
}

/**
 * The INIT phase of these functions has not been measured. It is assumed to be as long as the model's own, which loads far
 * more.
 */
const coldStart = ({ configuration }: BillInput) => configuration.coldStartMilliseconds;

/** Usage of the authorizer, whose log counts with the other logs. */
export function authorizerUsage(input: BillInput): Usage[] {
  const { authorizer } = input.configuration;
  if (!authorizer) return [];
  const { isCached, provisioned, isFirst } = authorizer;
  const isWarm = provisioned > 0;
  const side = {
    title: 'Authorizer',
    ...authorizerCalls(input),
    memoryMegabytes: AUTHORIZER_MEGABYTES,
    // Calls are so far apart that each starts cold.
    milliseconds: MILLISECONDS + (isCached && !isWarm ? coldStart(input) : 0),
    isWarm,
    provisioned: isFirst ? provisioned : 0,
  };
  return sideFunctionUsage(side, input.period);
}
