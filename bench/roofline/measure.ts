/** Every member alone, beside what a core of this machine can do. */
import { join } from 'node:path';
import type { Tensor, Tensors } from '../../functions/inference/model/tensors.ts';
import { partsOf } from '../../functions/inference/pipelines/pipeline.ts';
import { describeMachine } from '../../load-tests/command/machine.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { countModel } from '../../model-repository/work/node-runs.ts';
import type { Outcome } from '../goals.ts';
import type { BenchOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import { measureMachine, roofOf, timeModel } from './machine-limits.ts';
import { formatRoofline, type MeasuredBatch } from './table.ts';

/** Requests in a batch, where the model has batches. */
const BATCHES = [1, 2, 4, 8, 16, 32];

/** Measures members on the first sample. */
export async function benchRoofline(
  { directory, manifest, samples: [sample] }: RequestSource,
  { seconds: tenfold }: BenchOptions,
): Promise<Outcome> {
  const started = new Date().toISOString();
  const seconds = tenfold / 10;
  const { ensemble, inputOf } = await loadLocalModel({ directory, manifest }, 1);
  const feedsOf = await ensemble.pipeline.decode(inputOf(sample!));
  const sizes = manifest.batch.largest > 1 ? BATCHES : [1];
  // For a batch: counting, loading, running.
  const progress = new Progress(6 * seconds + manifest.members.length * sizes.length * (seconds + 1));
  progress.begin('the machine', 3 * seconds);
  const before = await measureMachine(seconds);
  const timed: { name: string; batches: Omit<MeasuredBatch, 'fraction'>[] }[] = [];
  for (const [index, { name, file }] of manifest.members.entries()) {
    const model = join(directory, file);
    const [feeds] = partsOf(await feedsOf(index)) as [Tensors];
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
    batches: batches.map((batch) => {
      const { computeSeconds, memorySeconds } = roofOf(batch.operations, batch.traffic, limits);
      return { ...batch, fraction: Math.max(computeSeconds, memorySeconds) / batch.seconds };
    }),
  }));
  const measurements = { started, machine: describeMachine(), model: manifest.model, limits, members };
  return { table: formatRoofline(measurements), measurements };
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
