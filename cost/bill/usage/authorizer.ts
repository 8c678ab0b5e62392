import { amount } from '../../report/format.ts';
import { requestCount } from '../../workload/workload.ts';
import type { BillInput } from '../bill-input.ts';
import { sideFunctionUsage } from './side-function.ts';
import type { Usage } from './usage.ts';

/** Memory of the authorizer (lib/endpoint/guard/guard.ts). */
export const AUTHORIZER_MEGABYTES = 512;
/** For so long API Gateway remembers its decision about a caller, where it does (the same file). */
export const REMEMBERED_SECONDS = 300;
/** A few hashes and comparisons; not measured on Lambda. */
const MILLISECONDS = 5;
/** What Lambda writes about each call: START, END and REPORT. */
export const AUTHORIZER_LOG_BYTES = 400;

/** How often the authorizer is called, and how that comes about. Of callers whose key is remembered there is one. */
export function authorizerCalls({
  load,
  configuration: { authorizer },
  period,
}: Pick<BillInput, 'load' | 'configuration' | 'period'>): { calls: number; arithmetic: string } {
  const requests = requestCount(load, period);
  if (!authorizer) return { calls: 0, arithmetic: '' };
  if (!authorizer.isRemembered) return { calls: requests, arithmetic: `${amount(requests)} requests` };
  const calls = Math.min(requests, (period.activeHours * 3600) / REMEMBERED_SECONDS);
  return {
    calls,
    arithmetic: `one caller × ${amount(period.activeHours)} h × 3600 s / ${REMEMBERED_SECONDS} s`,
  };
}

/** The function that API Gateway asks who may call; its log is counted with the others. */
export function authorizerUsage(input: BillInput): Usage[] {
  const { authorizer } = input.configuration;
  if (!authorizer) return [];
  const { isRemembered, provisioned, isFirst } = authorizer;
  const isWarm = provisioned > 0;
  return sideFunctionUsage(
    {
      title: 'Authorizer',
      ...authorizerCalls(input),
      memoryMegabytes: AUTHORIZER_MEGABYTES,
      milliseconds: MILLISECONDS,
      isCold: isRemembered && !isWarm,
      isWarm,
      provisioned: isFirst ? provisioned : 0,
    },
    input,
  );
}
