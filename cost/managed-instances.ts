import { type Bill, totals } from './bill.ts';
import type { BillInput, Line } from './line.ts';
import { line } from './line.ts';
import { gatewayLines, observabilityLines, tableLines } from './lines-around.ts';
import { charge } from './prices.ts';
import { requestCount } from './workload.ts';

/** Lambda Managed Instances on m7g.large: EC2 hours with AWS's fee on top, requests, no charge for durations. */
export function managedInstancesBill(input: Omit<BillInput, 'outcome'>, instances: number): Bill {
  const { load, period, prices } = input;
  const full: BillInput = { ...input, outcome: { onDemandShare: 0, coldShare: 0 } };
  const hours = instances * period.provisionedHours;
  const ec2 = line(full, {
    title: 'EC2 instances',
    name: 'ec2.m7g.large',
    quantity: hours,
    arithmetic: `${instances} instances × ${period.provisionedHours} h`,
  });
  const fee: Line = {
    ...ec2,
    title: 'Management fee',
    dollars: ec2.dollars * charge(prices, 'managed-instances.fee', 1),
    arithmetic: `a share of $${ec2.dollars.toFixed(2)}`,
  };
  const requests = line(full, {
    title: 'Lambda requests',
    name: 'managed-instances.requests',
    quantity: requestCount(load, period),
    arithmetic: `${load.ratePerSecond}/s × ${period.activeHours} h × 3600 s`,
  });
  const around = [...gatewayLines(full), ...tableLines(full), ...observabilityLines(full)];
  return totals(
    full,
    [ec2, fee, requests, ...around].filter(({ quantity }) => quantity > 0),
  );
}
