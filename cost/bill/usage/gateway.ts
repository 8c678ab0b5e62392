import { amount } from '../../report/format.ts';
import { HOURS_PER_MONTH, requestCount } from '../../workload/workload.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/**
 * An HTTP API charges a request once for every 512 KB of the request or the response, whichever is larger; a REST API
 * charges it once.
 */
const METERED_BYTES = 512 * 1024;

/** CloudFront and its web ACL, which inspects every request. */
function edgeUsage({ load, configuration: { edge }, period }: BillInput): Usage[] {
  if (!edge) return [];
  const { aclRules = 0 } = edge;
  const requests = requestCount(load, period);
  const each = { quantity: requests, arithmetic: `${amount(requests)} requests` };
  const months = (count: number, what: string) => ({
    quantity: (count * period.calendarHours) / HOURS_PER_MONTH,
    arithmetic: `${count} ${what} × ${amount(period.calendarHours)} h / 730 h`,
  });
  return [
    { title: 'CloudFront requests', name: 'cloudfront.requests', ...each },
    { title: 'WAF requests', name: 'waf.requests', ...each },
    { title: 'WAF web ACL', name: 'waf.acls', ...months(Math.min(1, aclRules), 'web ACL') },
    { title: 'WAF rules', name: 'waf.rules', ...months(aclRules, 'rules') },
  ];
}

/** API Gateway, CloudFront with WAF, and egress. A Function URL has no API Gateway. */
export function gatewayUsage(input: BillInput): Usage[] {
  return [...gatewayAlone(input), ...edgeUsage(input)];
}

function gatewayAlone({ load, configuration: { frontDoor, edge }, period }: BillInput): Usage[] {
  const requests = requestCount(load, period);
  const egress: Usage = {
    title: edge ? 'CloudFront egress' : 'Egress to the internet',
    name: edge ? 'cloudfront.egress' : 'egress.internet',
    quantity: (requests * load.responseBytes) / GIGABYTE,
    arithmetic: `${amount(requests)} requests × ${load.responseBytes} B / 2³⁰`,
  };
  if (frontDoor === 'function-url') {
    return [egress];
  }
  if (frontDoor === 'rest-api') {
    const arithmetic = `${amount(requests)} requests`;
    return [
      { title: 'API Gateway, REST API', name: 'rest-api.requests', quantity: requests, arithmetic },
      egress,
    ];
  }
  const size = Math.max(load.requestBytes, load.responseBytes);
  const increments = Math.max(1, Math.ceil(size / METERED_BYTES));
  return [
    {
      title: 'API Gateway, HTTP API',
      name: 'http-api.requests',
      quantity: requests * increments,
      arithmetic: `${amount(requests)} requests × ${increments} × 512 KB`,
    },
    egress,
  ];
}
