/** Runs a task through the service's own code, without a service. */
import type { TaskInfo } from '../../functions/inference/contracts/contract.ts';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { blankTensor } from '../../functions/inference/pipelines/tensor/blank.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { loadTask, type Task } from '../load-task.ts';

const MOST_RUNS = 9;
const ENOUGH_MILLISECONDS = 500;

/** A task that has answered a blank question. */
export interface TriedTask {
  readonly info: TaskInfo;
  /** A command line that asks it, with `$ADDRESS` for the address of the service. */
  readonly example: string;
  /** Median of a few runs of each member, in the order in which they are asked; undefined where none can be made up. */
  readonly members: readonly { readonly name: string; readonly milliseconds: number | undefined }[];
  readonly task: Task;
}

/**
 * Loads a task and asks it a blank question, a few times.
 *
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function tryTask(directory: string): Promise<TriedTask> {
  const manifest = await readManifest(directory);
  const task = await loadTask(directory, manifest, 1);
  return {
    info: task.info,
    example: task.contracts[0]?.describe().example ?? '',
    members: await timeMembers(task),
    task,
  };
}

async function timeMembers({ ensemble, info: { tensors, members } }: Task): Promise<TriedTask['members']> {
  const input = blankInput(tensors);
  if (input === undefined) return members.map((name) => ({ name, milliseconds: undefined }));
  const times = new Map<string, number[]>();
  const started = performance.now();
  for (let run = 0; run < MOST_RUNS && performance.now() - started < ENOUGH_MILLISECONDS; run += 1) {
    const { votes } = await ensemble.predict(input, ensemble.kind.blank(), { everyMember: true });
    for (const { name, milliseconds } of votes) times.set(name, [...(times.get(name) ?? []), milliseconds]);
  }
  // Where a blank question says nothing, as an empty sentence does, no member is asked.
  return members.map((name) => ({
    name,
    milliseconds: times.has(name) ? median(times.get(name)!) : undefined,
  }));
}

/** What stands for the question of blank tensors; undefined where the kind takes no such question. */
function blankInput({ inputs, outputs, input }: TaskInfo['tensors']): unknown {
  const blank = Object.fromEntries(inputs.map((place) => [place.name, blankTensor(place)]));
  const wanted = outputs.map(({ name }) => name);
  try {
    return input(blank, wanted);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
