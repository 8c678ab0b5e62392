import { charge } from '../../prices/price-book.ts';
import { amount } from '../../report/format.ts';
import { requestCount } from '../../workload/workload.ts';
import type { BillInput } from '../bill-input.ts';
import type { Usage } from './usage.ts';

/** Lambda Managed Instances on m7g.large: EC2 hours with AWS's fee on top, requests, no charge for durations. */
export function managedInstancesUsage({ load, period, prices }: BillInput, instances: number): Usage[] {
  const hours = instances * period.provisionedHours;
  const ec2Dollars = charge(prices, 'ec2.m7g.large', hours);
  return [
    {
      title: 'EC2 instances',
      name: 'ec2.m7g.large',
      quantity: hours,
      arithmetic: `${instances} instances × ${amount(period.provisionedHours)} h`,
    },
    {
      title: 'Management fee',
      name: 'managed-instances.fee',
      quantity: ec2Dollars,
      arithmetic: `$${ec2Dollars.toFixed(2)} of EC2`,
    },
    {
      title: 'Lambda requests',
      name: 'managed-instances.requests',
      quantity: requestCount(load, period),
      arithmetic: `${load.ratePerSecond}/s × ${amount(period.activeHours)} h × 3600 s`,
    },
  ];
}
