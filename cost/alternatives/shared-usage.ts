import { cloudwatchUsage } from '../bill/usage/cloudwatch.ts';
import { gatewayUsage } from '../bill/usage/gateway.ts';
import { tableUsage } from '../bill/usage/table.ts';
import { GIGABYTE, type Usage } from '../bill/usage/usage.ts';
import { requestCount } from '../workload/workload.ts';
import type { Comparison } from './alternative.ts';

/**
 * Usage that one capacity unit (LCU) of a load balancer covers: new connections per second, and gigabytes per hour. AWS charges
 * for the largest of four usages; the other two are left out here.
 */
const NEW_CONNECTIONS_PER_LCU = 25;
const GIGABYTES_PER_LCU = 1;
/** An internet-facing balancer has an address in each of two zones. */
const BALANCER_ADDRESSES = 2;

/** Usage that every alternative to Lambda has: the response cache, logs, metrics and alarms, and egress. */
export function commonUsage({ load, configuration, period, prices }: Comparison): Usage[] {
  const outcome = { onDemandShare: 1, coldShare: 0 };
  const input = {
    load,
    configuration: { ...configuration, frontDoor: 'function-url' as const },
    period,
    prices,
  };
  return [
    ...gatewayUsage({ ...input, outcome }),
    ...tableUsage({ ...input, outcome }),
    ...cloudwatchUsage({ ...input, outcome }),
  ];
}

/** An Application Load Balancer around the clock; every request is assumed to open a connection. */
export function balancerUsage({ load, period }: Comparison): Usage[] {
  const requests = requestCount(load, period);
  const gigabytesPerHour = (load.ratePerSecond * 3600 * (load.requestBytes + load.responseBytes)) / GIGABYTE;
  const units = Math.max(load.ratePerSecond / NEW_CONNECTIONS_PER_LCU, gigabytesPerHour / GIGABYTES_PER_LCU);
  return [
    {
      title: 'Load balancer',
      name: 'load-balancer.hours',
      quantity: period.calendarHours,
      arithmetic: `${period.calendarHours} h`,
    },
    {
      title: 'Load balancer, capacity',
      name: 'load-balancer.capacity',
      quantity: units * period.activeHours,
      arithmetic: `${requests} requests, ${units} units × ${period.activeHours} h`,
    },
    addressUsage(BALANCER_ADDRESSES, period.calendarHours),
  ];
}

export function addressUsage(addresses: number, hours: number): Usage {
  return {
    title: 'Public IPv4 addresses',
    name: 'public-ipv4.hours',
    quantity: addresses * hours,
    arithmetic: `${addresses} × ${hours} h`,
  };
}

/** The requests to API Gateway. Egress and CloudFront are left out, because `commonUsage` counts them. */
export function frontUsage(comparison: Comparison): Usage[] {
  const usages = gatewayUsage({ ...comparison, outcome: { onDemandShare: 0, coldShare: 0 } });
  return usages.filter(({ name }) => name.endsWith('-api.requests'));
}
