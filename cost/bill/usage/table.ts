import { amount, percent } from '../../report/format.ts';
import { HOURS_PER_MONTH, requestCount } from '../../workload/workload.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/**
 * DynamoDB's on-demand request units (Developer Guide, "Capacity unit consumption for read and write operations").
 * A fresh request of the response cache is one conditional PutItem without a look-up before it, a repeat one GetItem.
 */

/** Of a write, conditional or not: one for each KB of the item, or part of it. */
export function writeUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 1024));
}

/** Of an eventually consistent read: half a unit for each 4 KB of the item, or part of them. */
export function readUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 4096)) / 2;
}

/**
 * The response cache: one conditional write for a fresh request, one read for a repeat, items until they expire, and
 * the table's history, which costs by its size whatever the days it goes back. A repeat that bears no sign of being
 * one and meets another environment costs a write instead, and the prediction again: count it as fresh.
 */
export function tableUsage({ load, configuration, period }: BillInput): Usage[] {
  if (!configuration.cache) {
    return [];
  }
  const { itemBytes, ttlDays, pointInTimeRecovery } = configuration;
  const written = writeUnits(itemBytes);
  const read = readUnits(itemBytes);
  const requests = requestCount(load, period);
  const fresh = requests * (1 - load.repeatShare);
  const gigabyteMonths = ((fresh * itemBytes) / GIGABYTE) * ((ttlDays * 24) / HOURS_PER_MONTH);
  const stored = `${amount(fresh)} items × ${itemBytes} B / 2³⁰ × ${ttlDays} days of 730 h / 24`;
  return [
    {
      title: 'DynamoDB writes',
      name: 'table.writes',
      quantity: fresh * written,
      arithmetic: `${amount(fresh)} fresh requests × ${written} write units`,
    },
    {
      title: 'DynamoDB reads',
      name: 'table.reads',
      quantity: requests * load.repeatShare * read,
      arithmetic: `${amount(requests)} requests × ${percent(load.repeatShare)} repeats × ${read} read units`,
    },
    { title: 'DynamoDB storage', name: 'table.storage', quantity: gigabyteMonths, arithmetic: stored },
    {
      title: 'DynamoDB point-in-time recovery',
      name: 'table.recovery',
      quantity: pointInTimeRecovery ? gigabyteMonths : 0,
      arithmetic: stored,
    },
  ];
}
