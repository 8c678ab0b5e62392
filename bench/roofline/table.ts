import type { Operations, Traffic } from '../../tasks/work/count.ts';
import type { MeasuredBatch, MeasuredMember, Roofline } from './measure.ts';

const COLUMNS = ['at once', 'M operations', 'MB moved', 'operations/B', 'CPU ms', 'G/s', 'of the roof'];
const WIDTH = 14;

/** The measurements as a table for a terminal. */
export function formatRoofline({ machine, task, limits, members }: Roofline): string {
  return [
    `${task}; one of ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`,
    '',
    `this core at most: ${giga(limits.float)} G operations/s in 32-bit floats, ${giga(limits.integer)} in 8-bit integers, ` +
      `${giga(limits.bandwidth)} GB/s of memory`,
    ...members.flatMap(describeMember),
    '',
    'Counted for the first sample, a multiplication with its addition as two operations; weights are read once a batch, every',
    'other tensor is read and written by each node that is left after fusing. What caches keep is moved less.',
  ].join('\n');
}

function describeMember({ name, batches, batchWithoutMemoryLimit }: MeasuredMember): string[] {
  const uncounted = batches[0]?.operations.uncounted ?? [];
  return [
    '',
    name,
    ...[COLUMNS, ...batches.map(rowOf)].map((cells) => cells.map((cell) => cell.padStart(WIDTH)).join('')),
    `  memory is ${
      batchWithoutMemoryLimit === null
        ? 'the limit however many questions there are at once: each moves too much for itself'
        : batchWithoutMemoryLimit === 1
          ? 'not the limit, not even for one question'
          : `no longer the limit from ${batchWithoutMemoryLimit} questions at once on`
    }`,
    ...(uncounted.length > 0 ? [`  too low: nobody counts ${uncounted.join(', ')} by shapes alone`] : []),
    ...(batches.length === 1 ? ['  takes one question at a time'] : []),
  ];
}

function rowOf({ questions, operations, traffic, seconds, fraction }: MeasuredBatch): string[] {
  const total = totalOf(operations);
  return [
    String(questions),
    (total / 1e6).toFixed(1),
    (bytesOf(traffic) / 1e6).toFixed(2),
    intensityOf({ operations, traffic }).toFixed(1),
    (seconds * 1000).toFixed(2),
    giga(total / seconds),
    `${(100 * fraction).toFixed(0)} %`,
  ];
}

export function totalOf({ float, integer }: Operations): number {
  return float + integer;
}

/** Operations for each byte that is moved. */
export function intensityOf({ operations, traffic }: Pick<MeasuredBatch, 'operations' | 'traffic'>): number {
  return totalOf(operations) / bytesOf(traffic);
}

function bytesOf({ parameters, activations }: Traffic): number {
  return parameters + activations;
}

function giga(perSecond: number): string {
  return (perSecond / 1e9).toFixed(1);
}
