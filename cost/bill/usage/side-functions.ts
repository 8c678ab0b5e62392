import { amount } from '../../report/format.ts';
import { NETWORK_MARGIN_MILLISECONDS } from '../../workload/defaults.ts';
import { type Period, requestCount } from '../../workload/workload.ts';
import type { BillInput, Usage } from './usage.ts';

/** A small function beside those of the models; all of ours run on x86_64. */
interface SideFunction {
  readonly title: string;
  /** How often it is called, and how that comes about, in figures. */
  readonly calls: number;
  readonly arithmetic: string;
  readonly memoryMegabytes: number;
  /** Billed milliseconds of a call. */
  readonly milliseconds: number;
  /** Whether its environments are warm, for which the free tier is not. */
  readonly isWarm: boolean;
  /** Environments that are warm around the clock, as far as they are counted here. */
  readonly provisioned: number;
}

/** What a small function costs: requests, running time, warm environments. */
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
/** For so long API Gateway caches its decision about a caller, where it does (the same file). */
export const CACHED_SECONDS = 300;
/** A few hashes and comparisons; not measured on Lambda. */
const MILLISECONDS = 5;
/** What Lambda writes about each call: START, END and REPORT. */
export const AUTHORIZER_LOG_BYTES = 400;

/** How often the authorizer is called, and how that comes about. Of callers whose key is cached there is one. */
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

/** Nobody has measured the INIT phase of these functions: it is taken to be as long as the model's own, which loads far more. */
const coldStart = ({ configuration }: BillInput) => configuration.coldStartMilliseconds;

/** The function by which API Gateway decides who may call; its log is counted with the others. */
export function authorizerUsage(input: BillInput): Usage[] {
  const { authorizer } = input.configuration;
  if (!authorizer) return [];
  const { isCached, provisioned, isFirst } = authorizer;
  const isWarm = provisioned > 0;
  const side = {
    title: 'Authorizer',
    ...authorizerCalls(input),
    memoryMegabytes: AUTHORIZER_MEGABYTES,
    // Each call is so long after the one before that it starts cold.
    milliseconds: MILLISECONDS + (isCached && !isWarm ? coldStart(input) : 0),
    isWarm,
    provisioned: isFirst ? provisioned : 0,
  };
  return sideFunctionUsage(side, input.period);
}

/** Memory of the function that sends it (lib/monitoring/synthetic-request.ts). */
export const SYNTHETIC_MEGABYTES = 256;
/** Seconds from one request to the next (the same file). */
export const SYNTHETIC_INTERVAL_SECONDS = 300;

/** The function that sends a model a request every five minutes, day and night. */
export function syntheticRequestUsage(input: BillInput): Usage[] {
  const { load, configuration, period } = input;
  if (!configuration.syntheticRequest) return [];
  const side = {
    title: 'Synthetic request',
    calls: requests(period),
    arithmetic: `${amount(period.calendarHours)} h × 3600 s / ${SYNTHETIC_INTERVAL_SECONDS} s`,
    memoryMegabytes: SYNTHETIC_MEGABYTES,
    milliseconds: load.fresh.mean + NETWORK_MARGIN_MILLISECONDS + coldStart(input),
    isWarm: false,
    provisioned: 0,
  };
  return sideFunctionUsage(side, period);
}

/** The whole load of the service: the requests of callers, and the synthetic ones, which are fresh, among them. */
export function withSyntheticRequests<Input extends BillInput>(input: Input): Input {
  const { load, configuration, period } = input;
  if (!configuration.syntheticRequest) return input;
  const ratePerSecond = load.ratePerSecond + requests(period) / (period.activeHours * 3600);
  const callers = load.ratePerSecond / ratePerSecond;
  const repeatShare = load.repeatShare * callers;
  // Each has an id of its own.
  const identifiedShare = 1 - (1 - load.identifiedShare) * callers;
  return { ...input, load: { ...load, ratePerSecond, identifiedShare, repeatShare } };
}

function requests({ calendarHours }: Period): number {
  return (calendarHours * 3600) / SYNTHETIC_INTERVAL_SECONDS;
}
