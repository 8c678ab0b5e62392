/** The tasks of a service: what the gateway and each function have to know of them. */
import { availableParallelism } from 'node:os';
import { contractsOf } from '../functions/inference/members/manifest.ts';
import { ModelError } from '../functions/inference/members/model-error.ts';
import { DEFAULT_TASK, type FoundTask, findTask, TaskError, taskDirectory } from '../tasks/find-task.ts';
import { ServiceError } from './service-error.ts';

/** The function checks these two at its start, with the same defaults. */
const DEFAULT_BUDGET_MILLISECONDS = 1000;
const DEFAULT_MARGIN_MILLISECONDS = 100;
/** Of one task. */
export const MOST_ENVIRONMENTS = 1000;

/** How many execution environments a task has. */
export interface Concurrency {
  /** Execution environments that are warm before the port opens. @default number of cores */
  readonly provisioned?: number;
  /** Execution environments at most, provisioned ones included. @default number of cores, or `provisioned` if more */
  readonly maxConcurrency?: number;
}

/** Which tasks are served, and by what. Each has the concurrency that is given here. */
export interface TaskOptions extends Concurrency {
  /** Tasks under models/, folders with an ensemble.json, bare ONNX files. @default ['handwriting'] */
  readonly tasks?: readonly string[];
  /** Where a task's concurrency differs from that of the others, by its name. @default nowhere */
  readonly concurrencyOf?: Readonly<Record<string, Concurrency>>;
  /** Folder of the bundle. @default dist/function, bundled anew when its sources are newer */
  readonly functionDirectory?: string;
  /** Environment variables of every function, on top of those of this process. @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A task with its place and its numbers. */
export interface ServedTask extends Required<Concurrency> {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly directory: string;
  readonly contracts: readonly string[];
  /** Milliseconds from arrival within which an answer is worth giving. */
  readonly budgetMilliseconds: number;
}

type Found = Pick<FoundTask, 'directory'> & { readonly manifest: FoundTask['manifest'] | undefined };

/**
 * Finds the tasks that options name, and checks their numbers.
 * @throws {ServiceError} with one line that says what would be right
 */
export async function findServedTasks(
  options: TaskOptions,
  dataDirectory: string,
): Promise<readonly ServedTask[]> {
  const asked = options.tasks ?? [DEFAULT_TASK];
  if (asked.length === 0) throw new ServiceError('a service needs one task at least', 2);
  const served: ServedTask[] = [];
  for (const name of asked) {
    const task = describeTask(await find(name, options, dataDirectory), options);
    const same = served.find((other) => other.name === task.name);
    if (same) throw new ServiceError(describeDouble(task, same), 2);
    served.push(task);
  }
  const unknown = Object.keys(options.concurrencyOf ?? {}).find(
    (name) => !served.some((task) => task.name === name),
  );
  if (unknown !== undefined) {
    const names = served.map(({ name }) => name).join(', ');
    throw new ServiceError(`there are environments for "${unknown}", but the tasks are ${names}`, 2);
  }
  return served;
}

async function find(name: string, options: TaskOptions, dataDirectory: string): Promise<Found> {
  try {
    return await findTask(name, { dataDirectory });
  } catch (error) {
    // A function from elsewhere may need no task, so only one that was asked for has to be there.
    if (options.tasks === undefined && options.functionDirectory !== undefined && !isThere(name)) {
      return { directory: '', manifest: undefined };
    }
    if (!(error instanceof TaskError || error instanceof ModelError)) throw error;
    throw new ServiceError(error.message, error instanceof TaskError ? error.exitCode : 1);
  }
}

function isThere(name: string): boolean {
  try {
    return taskDirectory(name) !== undefined;
  } catch {
    return false;
  }
}

function describeTask({ directory, manifest }: Found, options: TaskOptions): ServedTask {
  const name = manifest?.task ?? DEFAULT_TASK;
  const variables = { ...process.env, ...options.environment };
  const budget = variables.BUDGET_MILLISECONDS ?? manifest?.budgetMilliseconds ?? DEFAULT_BUDGET_MILLISECONDS;
  const margin = variables.NETWORK_MARGIN_MILLISECONDS ?? DEFAULT_MARGIN_MILLISECONDS;
  return {
    name,
    version: manifest?.version ?? '1',
    title: manifest?.title ?? name,
    directory,
    contracts: contractsOf(manifest ?? { contracts: [] }),
    budgetMilliseconds: Number(budget) - Number(margin),
    ...resolveConcurrency({ ...concurrencyIn(options), ...options.concurrencyOf?.[name] }),
  };
}

function concurrencyIn({ provisioned, maxConcurrency }: Concurrency): Concurrency {
  return {
    ...(provisioned !== undefined && { provisioned }),
    ...(maxConcurrency !== undefined && { maxConcurrency }),
  };
}

function resolveConcurrency(given: Concurrency): Required<Concurrency> {
  const cores = availableParallelism();
  const provisioned = given.provisioned ?? Math.min(cores, given.maxConcurrency ?? cores);
  const maxConcurrency = given.maxConcurrency ?? Math.max(cores, provisioned);
  requireInteger('provisioned', provisioned, 0);
  requireInteger('max-concurrency', maxConcurrency, 1);
  if (provisioned > maxConcurrency) {
    throw new ServiceError(
      `--provisioned ${provisioned} is more than --max-concurrency ${maxConcurrency}: ` +
        'provisioned environments are part of the concurrency, so raise the second or lower the first',
      2,
    );
  }
  return { provisioned, maxConcurrency };
}

function requireInteger(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least || value > MOST_ENVIRONMENTS) {
    throw new ServiceError(
      `--${name} must be a whole number from ${least} to ${MOST_ENVIRONMENTS}, got ${value}`,
      2,
    );
  }
}

function describeDouble({ name, directory }: ServedTask, other: ServedTask): string {
  return directory === other.directory
    ? `the task ${name} is named twice: name it once, and give it more environments with --provisioned`
    : `${other.directory} and ${directory} are both called "${name}": change "task" in one ensemble.json`;
}
