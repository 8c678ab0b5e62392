import type { Operations, Traffic } from '../../model-repository/work/count.ts';
import { table } from '../../project/table.ts';
import type { MachineLimits } from './machine-limits.ts';

export interface MeasuredBatch {
  /** Requests in it; earlier versions called them so, and their JSON can still be compared. */
  readonly requests: number;
  /** Of all requests together. */
  readonly operations: Operations;
  readonly traffic: Traffic;
  /** CPU time of all of them, on one thread. */
  readonly seconds: number;
  /** The least time that the machine's limits allow, over that which it took. */
  readonly fraction: number;
}

export interface MeasuredMember {
  readonly name: string;
  readonly batches: readonly MeasuredBatch[];
}

export interface Roofline {
  readonly started: string;
  readonly machine: string;
  readonly model: string;
  readonly limits: MachineLimits;
  readonly members: readonly MeasuredMember[];
}

const COLUMNS = ['in a batch', 'M operations', 'MB moved', 'operations/B', 'CPU ms', 'G/s', 'of the roof'];

/** The measurements as a table for a terminal. */
export function formatRoofline({ machine, model, limits, members }: Roofline): string {
  return [
    `${model}; one of ${machine}`,
    '',
    `this core at most: ${giga(limits.float)} G operations/s in 32-bit floats, ${giga(limits.integer)} in 8-bit integers, ` +
      `${giga(limits.bandwidth)} GB/s of memory`,
    ...members.flatMap(describeMember),
    '',
    'Counted for the first sample, a multiplication with its addition as two operations; weights are read once a batch, every',
    'other tensor is read and written by each node that is left after fusing. What caches keep is moved less.',
  ].join('\n');
}

function describeMember({ name, batches }: MeasuredMember): string[] {
  const uncounted = batches[0]?.operations.uncounted ?? [];
  return [
    '',
    name,
    table([COLUMNS, ...batches.map(rowOf)], []),
    ...(uncounted.length > 0 ? [`too low: nobody counts ${uncounted.join(', ')} by shapes alone`] : []),
    ...(batches.length === 1 ? ['the model has no batches'] : []),
  ];
}

function rowOf({ requests, operations, traffic, seconds, fraction }: MeasuredBatch): string[] {
  const total = operations.float + operations.integer;
  const bytes = traffic.parameters + traffic.activations;
  return [
    String(requests),
    (total / 1e6).toFixed(1),
    (bytes / 1e6).toFixed(2),
    (total / bytes).toFixed(1),
    (seconds * 1000).toFixed(2),
    giga(total / seconds),
    `${(100 * fraction).toFixed(0)} %`,
  ];
}

function giga(perSecond: number): string {
  return (perSecond / 1e9).toFixed(1);
}
