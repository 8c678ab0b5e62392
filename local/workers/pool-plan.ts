/** How a pool of workers is set up. */
import { processEnvironment } from '../../functions/process-environment.ts';
import { programFile } from '../../project/paths.ts';
import { LOAD_TIMEOUT_MILLISECONDS } from '../options.ts';
import { WORKING_MEMORY_BYTES } from './memory-limit.ts';
import type { WorkerConfiguration } from './messages.ts';
import type { QueueLimits } from './request-queue.ts';
import type { WorkerPlan } from './worker.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/** A worker process that is alive. */
export interface RunningWorker {
  /** Unique within the service. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly model: string;
}

export interface WorkerPoolPlan {
  /** Its name, for messages. */
  readonly model: string;
  /** Processes. */
  readonly workers: number;
  /** Requests that a worker takes at once. */
  readonly concurrency: number;
  readonly configuration: WorkerConfiguration;
  /** File descriptor that takes what workers print. */
  readonly output: number;
  /** The file behind it, for messages. */
  readonly logFile: string;
  /** Number of the next worker, whichever model it is for. */
  readonly nextNumber: () => number;
  /** What a worker may take for one request before it is killed. @default 10 s */
  readonly timeoutMilliseconds?: number;
  /** What a worker may take to load the model. @default a minute */
  readonly startTimeoutMilliseconds?: number;
  /** Bytes that a worker may hold, where the system can limit that. @default 2 GiB */
  readonly memoryBytes?: number;
  /** @default as `ensemble.json` has it without "queue" */
  readonly queue?: QueueLimits;
  /** Folder for Node's compiled code: with it, a worker is ready 80 to 100 ms earlier. @default no such folder */
  readonly compileCache?: string;
  /** Called for each worker that ended unexpectedly. @default nothing */
  readonly died?: (worker: RunningWorker, reason: string) => void;
  /** Called with the number of lines that workers could not write into the log. @default nothing */
  readonly linesLost?: (count: number) => void;
  /** @default `local/workers/worker-program` */
  readonly program?: string;
}

/** What each worker of the pool is started with. */
export function workerPlan(plan: WorkerPoolPlan): WorkerPlan {
  return {
    configuration: plan.configuration,
    program: plan.program ?? programFile('local/workers/worker-program'),
    variables: {
      ...process.env,
      ...processEnvironment,
      ...(plan.compileCache !== undefined && { NODE_COMPILE_CACHE: plan.compileCache }),
    },
    output: plan.output,
    logFile: plan.logFile,
    timeoutMilliseconds: plan.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
    startTimeoutMilliseconds: plan.startTimeoutMilliseconds ?? LOAD_TIMEOUT_MILLISECONDS,
    memoryBytes: plan.memoryBytes ?? WORKING_MEMORY_BYTES,
    linesLost: plan.linesLost,
  };
}
