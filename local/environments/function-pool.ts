/** The function of one task: its pool of execution environments, and what is said about it. */
import type { Incidents } from '../incidents.ts';
import type { Settings } from '../options.ts';
import type { ServedTask } from '../served-tasks.ts';
import { Environment } from './environment.ts';
import type { FunctionLog } from './function-log.ts';
import { type CacheVariables, functionArn, functionVariables } from './function-variables.ts';
import type { LostLines } from './lost-lines.ts';
import { Pool } from './pool/pool.ts';

/** Lambda gives on-demand functions 10 s to load and provisioned ones more; here the CPU may be shared. */
const INITIALIZATION_TIMEOUT_MILLISECONDS = 30_000;

/** Counts of one task since the start. */
export interface TaskStatistics {
  readonly task: string;
  /** Requests that had to start a cold environment. */
  readonly spillOver: number;
  /** Environments that ended although nobody had asked them to. */
  readonly deaths: number;
  /** Requests that wait for an environment now. */
  readonly waiting: number;
}

/** An execution environment that is alive. */
export interface RunningEnvironment {
  /** Unique within the service. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly provisioned: boolean;
  readonly task: string;
}

/** A task and its pool. */
export interface FunctionPool {
  readonly task: ServedTask;
  readonly pool: Pool;
  environments(): RunningEnvironment[];
  statistics(): TaskStatistics;
}

/** What the functions of a service share. */
export interface Surroundings {
  /** Folder of the bundle. */
  readonly taskRoot: string;
  /** Undefined: nothing is remembered. */
  readonly cache: CacheVariables | undefined;
  readonly log: Pick<FunctionLog, 'descriptor' | 'file'>;
  readonly lostLines: Pick<LostLines, 'add'>;
  readonly incidents: Pick<Incidents, 'report'>;
  /** Number of the next execution environment, whichever task it belongs to. */
  readonly nextNumber: () => number;
}

/** Makes the pool of a task; nothing is started before it is warmed up. */
export function launchPool(
  task: ServedTask,
  settings: Settings,
  { taskRoot, cache, log, lostLines, incidents, nextNumber }: Surroundings,
): FunctionPool {
  const plan = {
    command: settings.runtime,
    taskRoot,
    variables: functionVariables(task, settings, taskRoot, cache),
    output: log.descriptor,
    functionArn: functionArn(task),
    concurrency: settings.concurrency,
    functionTimeoutMilliseconds: settings.functionTimeoutMilliseconds,
    initializationTimeoutMilliseconds: INITIALIZATION_TIMEOUT_MILLISECONDS,
    logFile: log.file,
    linesLost: (count: number) => lostLines.add(count),
  };
  const { name } = task;
  const died = ({ number }: Environment, reason: string) => {
    const sentence = `environment ${number} of ${name} has ended, another takes its place: ${reason}`;
    incidents.report('EnvironmentDeaths', { sentence, task: name });
  };
  const pool = new Pool(
    { ...task, queue: settings.queue, concurrency: settings.concurrency, died },
    (type, listener) => new Environment(nextNumber(), type, plan, listener),
  );
  return {
    task,
    pool,
    environments: () =>
      [...pool.environments].map(({ number, pid, initializationType }) => ({
        number,
        pid,
        provisioned: initializationType === 'provisioned-concurrency',
        task: name,
      })),
    statistics: () => ({
      task: name,
      spillOver: pool.spillOver,
      deaths: pool.deaths,
      waiting: pool.waiting,
    }),
  };
}
