import { join } from 'node:path';
import type { Tensors } from '../../functions/inference/model/tensors.ts';
import { partsOf } from '../../functions/inference/pipelines/kind.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { loadLocalTask } from '../../tasks/local-questions.ts';
import { readSingleFile } from '../../tasks/onnx/single-file.ts';
import type { Operations, Traffic } from '../../tasks/work/count.ts';
import { countModel } from '../../tasks/work/member-work.ts';
import { type Machine, thisMachine } from '../machine.ts';
import type { Progress } from '../progress.ts';
import { batchesOf, repeated } from './batches.ts';
import { bestOf, type MachineLimits, measureMachine, timeModel } from './machine-limits.ts';
import { batchWithoutMemoryLimit, roofOf } from './roof.ts';

/** A member that is asked several questions at once. */
interface TimedBatch {
  readonly questions: number;
  /** Of all questions together. */
  readonly operations: Operations;
  readonly traffic: Traffic;
  /** CPU time of all of them, on one thread. */
  readonly seconds: number;
}

interface TimedMember {
  readonly name: string;
  readonly batches: readonly TimedBatch[];
}

/** The same beside what the machine can do. */
export interface MeasuredBatch extends TimedBatch {
  /** The least time that the machine's limits allow, over that which it took. */
  readonly fraction: number;
}

export interface MeasuredMember {
  readonly name: string;
  readonly batches: readonly MeasuredBatch[];
  /** From how many questions at once on memory is not the limit; null: it always is. */
  readonly batchWithoutMemoryLimit: number | null;
}

export interface Roofline {
  readonly started: string;
  readonly machine: Machine;
  readonly task: string;
  readonly limits: MachineLimits;
  readonly members: readonly MeasuredMember[];
}

/** A member and what it takes for one sample. */
interface Asked {
  readonly name: string;
  readonly model: Uint8Array;
  readonly feeds: Tensors;
  readonly outputs: readonly string[];
  readonly batches: readonly number[];
}

/** Expected for a measurement of the machine: three limits. @param seconds of each */
const machineSeconds = (seconds: number) => 3 * seconds;
/** Expected for one batch: counting, loading, running. */
const runSeconds = (seconds: number) => seconds + 1;

/** Measures the machine, and every member of a task beside it, on its first sample. @param seconds of each measurement */
export async function measureRoofline(
  task: AskedTask,
  seconds: number,
  begin: (expectedSeconds: number) => Progress,
): Promise<Roofline> {
  const started = new Date().toISOString();
  const asked = await membersOf(task);
  const runs = asked.reduce((sum, { batches }) => sum + batches.length, 0);
  const progress = begin(2 * machineSeconds(seconds) + runs * runSeconds(seconds));
  try {
    progress.begin('the machine', machineSeconds(seconds));
    const before = await measureMachine(seconds);
    const times: TimedMember[] = [];
    for (const member of asked) times.push(await timeMember(member, seconds, progress));
    progress.begin('the machine again', machineSeconds(seconds));
    const limits = bestOf(before, await measureMachine(seconds));
    const members = times.map((member) => besideLimits(member, limits));
    return { started, machine: thisMachine(), task: task.manifest.task, limits, members };
  } finally {
    progress.end();
  }
}

async function membersOf({ directory, manifest, samples }: AskedTask): Promise<Asked[]> {
  const { ensemble, inputOf } = await loadLocalTask({ directory, manifest }, 1);
  const [sample] = samples;
  if (sample === undefined) throw new Error(`${manifest.task} has no sample to measure with`);
  const feedsOf = await ensemble.kind.decode(inputOf(sample));
  return Promise.all(
    manifest.members.map(async ({ name, file }, index) => {
      const path = join(directory, file);
      const model = await readSingleFile(path);
      const outputs = ensemble.kind.outputsOf(index);
      const [feeds] = partsOf(await feedsOf(index)) as [Tensors];
      return { name, model, feeds, outputs, batches: await batchesOf(path, model) };
    }),
  );
}

async function timeMember(
  { name, model, feeds, outputs, batches: numbers }: Asked,
  seconds: number,
  progress: Progress,
): Promise<TimedMember> {
  const batches: TimedBatch[] = [];
  for (const questions of numbers) {
    progress.begin(`${name}, ${questions} at once`, runSeconds(seconds));
    const many = repeated(feeds, questions);
    const counted = await countModel(model, many, outputs);
    batches.push({ questions, ...counted, seconds: await timeModel(model, many, outputs, seconds) });
  }
  return { name, batches };
}

function besideLimits({ name, batches }: TimedMember, limits: MachineLimits): MeasuredMember {
  const [{ operations, traffic }] = batches as [TimedBatch];
  return {
    name,
    batches: batches.map((batch) => {
      const { computeSeconds, memorySeconds } = roofOf(batch.operations, batch.traffic, limits);
      return { ...batch, fraction: Math.max(computeSeconds, memorySeconds) / batch.seconds };
    }),
    batchWithoutMemoryLimit: batchWithoutMemoryLimit(operations, traffic, limits),
  };
}
