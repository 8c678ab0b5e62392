import { charge } from '../../prices/prices.ts';
import { amount } from '../../report/format.ts';
import { requestCount } from '../../workload/workload.ts';
import type { Fleet } from '../managed/fleet.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/** Instances and endpoints that are billed with a model on Managed Instances. */
export interface ManagedUse {
  /** Instances that are billed with this model; undefined if it shares the instances of another model. */
  readonly fleet?: Fleet | undefined;
  /** Number of interface endpoints, summed over the zones of the network. */
  readonly endpoints: number;
}

/** Lambda Managed Instances: EC2 hours with AWS's fee on top, endpoints and requests, but no durations. */
export function managedInstancesUsage(input: BillInput, { fleet, endpoints }: ManagedUse): Usage[] {
  const { load, period } = input;
  return [
    ...(fleet ? fleetUsage(input, fleet) : []),
    ...endpointUsage(input, endpoints),
    {
      title: 'Lambda requests',
      name: 'managed-instances.requests',
      quantity: requestCount(load, period),
      arithmetic: `${load.ratePerSecond}/s × ${amount(period.activeHours)} h × 3600 s`,
    },
  ];
}

/** Instances are billed around the clock, because Managed Instances accept no warm hours (`warmFrom`, `warmUntil`). */
function fleetUsage({ period, prices }: BillInput, { type, count }: Fleet): Usage[] {
  const hours = count * period.calendarHours * type.times;
  const ec2Dollars = charge(prices, type.price, hours);
  const size = type.times > 1 ? ` × ${type.times} for the size` : '';
  return [
    {
      title: `EC2 instances, ${type.name}`,
      name: type.price,
      quantity: hours,
      arithmetic: `${count} instances × ${amount(period.calendarHours)} h${size}`,
    },
    {
      title: 'Management fee',
      name: 'managed-instances.fee',
      quantity: ec2Dollars,
      arithmetic: `$${ec2Dollars.toFixed(2)} of EC2`,
    },
  ];
}

/** Usage of the network: the hours of its endpoints, and the bytes of the function's log. */
function endpointUsage({ load, configuration, period }: BillInput, endpoints: number): Usage[] {
  const requests = requestCount(load, period);
  const { logBytesPerRequest } = configuration;
  return [
    {
      title: 'Interface endpoints',
      name: 'interface-endpoint.hours',
      quantity: endpoints * period.calendarHours,
      arithmetic: `${endpoints} in all zones × ${amount(period.calendarHours)} h`,
    },
    {
      title: 'Interface endpoints, logs',
      name: 'interface-endpoint.data',
      quantity: endpoints > 0 ? (requests * logBytesPerRequest) / GIGABYTE : 0,
      arithmetic: `${amount(requests)} requests × ${logBytesPerRequest} B / 2³⁰`,
    },
  ];
}
