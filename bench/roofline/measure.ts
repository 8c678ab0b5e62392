/** Every member alone, beside what a core of this machine can do. */
import { join } from 'node:path';
import type { Tensor, Tensors } from '../../functions/inference/model/tensors.ts';
import { describeMachine } from '../../load-tests/command/machine.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { table } from '../../project/table.ts';
import type { Outcome } from '../goals.ts';
import type { BenchOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import { countModel, type Work } from './count.ts';
import { measureMachine, roofSeconds, timeModel } from './machine-limits.ts';

/** Requests in a batch, where the model has batches. */
const BATCHES = [1, 2, 4, 8, 16, 32];

/** So many requests in one batch; JSON of former versions has the same names. */
interface MeasuredBatch extends Work {
  readonly requests: number;
  /** CPU time of all of them, on one thread. */
  readonly seconds: number;
  /** The least time that the machine's limits allow, over that which it took. */
  readonly fraction: number;
}

/** Measures members on the first sample. */
export async function benchRoofline(
  { directory, manifest, samples: [sample] }: RequestSource,
  { seconds: tenfold }: BenchOptions,
): Promise<Outcome> {
  const started = new Date().toISOString();
  const seconds = tenfold / 10;
  const { ensemble, inputOf } = await loadLocalModel({ directory, manifest });
  const feedsOf = await ensemble.pipeline.decode(inputOf(sample!));
  const sizes = manifest.batch.largest > 1 ? BATCHES : [1];
  // For a batch: counting, loading, running.
  const progress = new Progress(6 * seconds + manifest.members.length * sizes.length * (seconds + 1));
  progress.begin('the machine', 3 * seconds);
  const before = await measureMachine(seconds);
  const timed: { name: string; batches: Omit<MeasuredBatch, 'fraction'>[] }[] = [];
  for (const [index, { name, file }] of manifest.members.entries()) {
    const model = join(directory, file);
    const [feeds] = (await feedsOf(index)) as [Tensors];
    const outputs = ensemble.pipeline.outputsOf(index);
    const batches = [];
    for (const requests of sizes) {
      progress.begin(`${name}, ${requests} in a batch`, seconds + 1);
      const batch = repeated(feeds, requests);
      const counted = await countModel(model, batch, outputs);
      batches.push({ requests, ...counted, seconds: await timeModel(model, batch, outputs, seconds) });
    }
    timed.push({ name, batches });
  }
  progress.begin('the machine again', 3 * seconds);
  const limits = await measureMachine(seconds, before);
  const members = timed.map(({ name, batches }) => ({
    name,
    batches: batches.map((batch) => ({ ...batch, fraction: roofSeconds(batch, limits) / batch.seconds })),
  }));
  const machine = describeMachine();
  const lines = [
    `${manifest.model}; one of ${machine}`,
    '',
    `this core at most: ${giga(limits.float)} G operations/s in 32-bit floats, ${giga(limits.integer)} in 8-bit integers, ` +
      `${giga(limits.bandwidth)} GB/s of memory`,
    ...members.flatMap(({ name, batches }) => ['', name, ...describeBatches(batches)]),
    '',
    'Counted for the first sample, a multiplication with its addition as two operations; weights are read once a batch, every',
    'other tensor is read and written by each node that is left after fusing. What caches keep is moved less.',
  ];
  return {
    table: lines.join('\n'),
    measurements: { started, machine, model: manifest.model, limits, members },
  };
}

/** The same request so many times in a batch. */
export function repeated(feeds: Tensors, count: number): Tensors {
  return Object.fromEntries(
    Object.entries(feeds).map(([name, tensor]) => [name, repeatedTensor(tensor, count)]),
  );
}

function repeatedTensor(tensor: Tensor, count: number): Tensor {
  const { shape, data } = tensor;
  if (count === 1 || !ArrayBuffer.isView(data)) return tensor;
  const once = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const { buffer } = new Uint8Array(Buffer.concat(Array(count).fill(once)));
  const many = new (data.constructor as new (buffer: ArrayBuffer) => typeof data)(buffer);
  return { ...tensor, shape: [count * (shape[0] ?? 1), ...shape.slice(1)], data: many } as Tensor;
}

const COLUMNS = ['in a batch', 'M operations', 'MB moved', 'operations/B', 'CPU ms', 'G/s', 'of the roof'];

function describeBatches(batches: readonly MeasuredBatch[]): string[] {
  const uncounted = batches[0]?.operations.uncounted ?? [];
  return [
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
