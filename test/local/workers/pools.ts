/** Pools for tests, either of processes without a model or of workers that the test controls. */
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { Deadline, type PredictOptions } from '../../../functions/inference/ensemble/predictor.ts';
import { processEnvironment } from '../../../functions/process-environment.ts';
import { WORKING_MEMORY_BYTES } from '../../../local/workers/memory-limit.ts';
import { QueuedRequest } from '../../../local/workers/queued-request.ts';
import type { Worker, WorkerListener } from '../../../local/workers/worker.ts';
import { WorkerPool, type WorkerPoolPlan } from '../../../local/workers/worker-pool.ts';

export const NO_GRAPHS = [{ file: 'none', inputs: [], outputs: [] }];

const NOTHING = { decidedAfter: undefined, lacking: undefined, explanation: undefined };
export const PREDICTION = { output: 'made', runs: [], milliseconds: { decode: 0, predict: 0 }, ...NOTHING };

/** @param milliseconds time until the deadline */
export function options(milliseconds = 10_000, more: Partial<PredictOptions> = {}): PredictOptions {
  return { deadline: Deadline.in(milliseconds), millisecondsAfter: 0, explain: false, ...more };
}

/** A request whose rejection does not fail the test, although the test does not await it. */
export function request(milliseconds?: number, more?: Partial<PredictOptions>): QueuedRequest {
  const made = new QueuedRequest({}, options(milliseconds, more));
  made.promise.catch(() => {});
  return made;
}

/** @param directory the model's directory */
export function planOf(plan: Partial<WorkerPoolPlan> = {}, directory = 'a-directory'): WorkerPoolPlan {
  let number = 0;
  const { concurrency = 1 } = plan;
  const log = { output: 2, logFile: 'service.log', died: () => {} };
  const limits = {
    processors: 2,
    deadlineMilliseconds: 1000,
    timeoutMilliseconds: 10_000,
    startTimeoutMilliseconds: 60_000,
  };
  return {
    model: 'a-model',
    workers: 1,
    concurrency,
    ...log,
    ...limits,
    memoryBytes: WORKING_MEMORY_BYTES,
    variables: { ...process.env, ...processEnvironment },
    configuration: { directory, threads: 1, concurrency, batch: {} },
    program: join(import.meta.dirname, 'fixtures', 'fake-worker.ts'),
    nextNumber: () => ++number,
    ...plan,
  };
}

/** Starts a pool of real processes, which ends with the test. */
export async function startPool(plan?: Partial<WorkerPoolPlan>, directory?: string): Promise<WorkerPool> {
  const pool = new WorkerPool(planOf(plan, directory));
  onTestFinished(() => {
    pool.kill();
    return pool.stop();
  });
  await pool.start();
  return pool;
}

/** A worker that becomes ready, responds and ends when the test calls its methods. */
function scriptedWorker(number: number, listener: WorkerListener) {
  const running: QueuedRequest[] = [];
  const worker = {
    number,
    pid: undefined,
    ready: false,
    silent: false,
    ending: false,
    /** Requests since the last response. A real worker counts the requests since this turn of the event loop began. */
    gathered: 0,
    running,
    /** Inputs of all requests that the worker received. */
    ran: [] as unknown[],
    get inFlight() {
      return running.length;
    },
    kill: vi.fn((_reason?: string) => {
      worker.ending = true;
    }),
    run(given: QueuedRequest) {
      running.push(given);
      given.worker = number;
      worker.ran.push(given.input);
      worker.gathered += 1;
    },
    requests: () => running,
    check() {},
    /** Acts as if the worker had not responded for too long. */
    fallSilent() {
      worker.silent = true;
      listener.onSilent(running.slice(1));
    },
    getReady() {
      worker.ready = true;
      listener.onReady(worker as unknown as Worker, NO_GRAPHS);
    },
    /** Responds to the worker's oldest request. */
    respond(milliseconds = 10) {
      const done = running.shift()!;
      worker.gathered = 0;
      done.resolve(PREDICTION, done.arrival);
      listener.onDone(worker as unknown as Worker, done, milliseconds);
    },
    die(reason = 'the test ends it') {
      worker.ending = true;
      listener.onGone(
        worker as unknown as Worker,
        reason,
        running.splice(0).filter(({ worker }) => worker === number),
      );
    },
  };
  return worker;
}

/** A pool of scripted workers under a fake clock. @param ready whether the workers become ready at once */
export async function scriptedPool(plan: Partial<WorkerPoolPlan> = {}, ready = true) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const workers: ReturnType<typeof scriptedWorker>[] = [];
  const pool = new WorkerPool(planOf(plan), (number, _plan, listener) => {
    const worker = scriptedWorker(number, listener);
    workers.push(worker);
    return worker as unknown as Worker;
  });
  onTestFinished(() => pool.kill());
  const started = pool.start();
  // A test may end before the pool is ready, which rejects this promise.
  started.catch(() => {});
  if (ready) {
    for (const worker of workers) worker.getReady();
    await started;
  }
  /** Sends a request that the test need not await. */
  const send = (input: unknown, milliseconds?: number, more?: Partial<PredictOptions>) => {
    const promise = pool.predict(input, options(milliseconds, more));
    promise.catch(() => {});
    return promise;
  };
  return { pool, workers, started, send };
}
