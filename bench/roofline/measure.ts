/** Every member alone, beside what a core of this machine can do. */
import { join } from 'node:path';
import { areStackable, stack } from '../../functions/inference/ensemble/stack.ts';
import type { Tensors } from '../../functions/inference/model/tensors.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { cellsOf, table } from '../../project/table.ts';
import type { BenchMeans } from '../mode.ts';
import type { BenchOptions } from '../options.ts';
import { progressOf } from '../progress.ts';
import { countModel, type Work } from './count.ts';
import { measureMachine, roofSeconds, timeModel } from './machine-limits.ts';

/** Requests in a batch, where the model has batches. */
const BATCHES = [1, 2, 4, 8, 16, 32];

/** Measures members on the first sample. */
export async function benchRoofline(
  { directory, manifest, samples: [sample] }: RequestSource,
  { seconds: tenfold }: BenchOptions,
  { run }: BenchMeans,
) {
  const seconds = tenfold / 10;
  const { ensemble, inputOf } = await loadLocalModel({ directory, manifest });
  const feedsOf = await ensemble.pipeline.decode(inputOf(sample!));
  const sizes = manifest.batch.largest > 1 ? BATCHES : [1];
  // For a batch: counting, loading, running.
  const begin = progressOf(6 * seconds + manifest.members.length * sizes.length * (seconds + 1));
  begin('the machine', 3 * seconds);
  const before = await measureMachine(seconds);
  const timed = [];
  for (const [index, { name, file }] of manifest.members.entries()) {
    const [once] = (await feedsOf(index)) as [Tensors];
    const member = { model: join(directory, file), outputs: ensemble.pipeline.outputsOf(index) };
    const batches = [];
    for (const requests of areStackable(once, once, false) ? sizes : [1]) {
      begin(`${name}, ${requests} in a batch`, seconds + 1);
      const feeds = requests === 1 ? once : stack(Array<Tensors>(requests).fill(once));
      const work = await countModel({ ...member, feeds });
      batches.push({ requests, ...work, seconds: await timeModel({ ...member, feeds }, seconds) });
    }
    timed.push({ name, batches });
  }
  begin('the machine again', 3 * seconds);
  const limits = await measureMachine(seconds, before);
  const members = timed.map(({ name, batches }) => ({
    name,
    batches: batches.map((batch) => ({ ...batch, fraction: roofSeconds(batch, limits) / batch.seconds })),
  }));
  const lines = [
    '',
    `this core at most: ${giga(limits.float)} G operations/s in 32-bit floats, ${giga(limits.integer)} in 8-bit integers, ` +
      `${giga(limits.bandwidth)} GB/s of memory`,
    ...members.flatMap(({ name, batches }) => ['', name, ...describeBatches(batches)]),
    '',
    'Counted for the first sample, a multiplication with its addition as two operations; weights are read once a batch, every',
    'other tensor is read and written by each node that is left after fusing. What caches keep is moved less.',
  ];
  return { title: `${run.model}; one of ${run.machine}`, lines, measurements: { limits, members } };
}

/**
 * So many requests in one batch, with the CPU time of all of them on one thread, and the least time that the machine's limits allow
 * over that; JSON of former versions has the same names.
 */
type MeasuredBatch = Work & Readonly<Record<'requests' | 'seconds' | 'fraction', number>>;

const operationsOf = ({ operations: { float, integer } }: Work) => float + integer;
const bytesOf = ({ traffic: { parameters, activations } }: Work) => parameters + activations;
const giga = (perSecond: number) => (perSecond / 1e9).toFixed(1);

const COLUMNS: Readonly<Record<string, (batch: MeasuredBatch) => string>> = {
  'in a batch': ({ requests }) => String(requests),
  'M operations': (batch) => (operationsOf(batch) / 1e6).toFixed(1),
  'MB moved': (batch) => (bytesOf(batch) / 1e6).toFixed(2),
  'operations/B': (batch) => (operationsOf(batch) / bytesOf(batch)).toFixed(1),
  'CPU ms': ({ seconds }) => (seconds * 1000).toFixed(2),
  'G/s': (batch) => giga(operationsOf(batch) / batch.seconds),
  'of the roof': ({ fraction }) => `${(100 * fraction).toFixed(0)} %`,
};

function describeBatches(batches: readonly MeasuredBatch[]): string[] {
  const uncounted = batches[0]?.operations.uncounted ?? [];
  return [
    table(cellsOf(COLUMNS, batches), []),
    ...(uncounted.length > 0 ? [`too low: nobody counts ${uncounted.join(', ')} by shapes alone`] : []),
    ...(batches.length === 1 ? ['the model has no batches'] : []),
  ];
}
