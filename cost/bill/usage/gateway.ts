import { amount } from '../../report/format.ts';
import { requestCount } from '../../workload/workload.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/** An HTTP API meters a request once for each 512 KB of its larger direction; a REST API once. */
const METERED_BYTES = 512 * 1024;

/** The gateway in front of the function (none for a Function URL) and the way out to the internet. */
export function gatewayUsage({ load, configuration: { frontDoor }, period }: BillInput): Usage[] {
  const requests = requestCount(load, period);
  const egress: Usage = {
    title: 'Egress to the internet',
    name: 'egress.internet',
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
