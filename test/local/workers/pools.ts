/** Pools for tests: of processes without a model, and of workers that do what the test says. */
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { Deadline, type PredictOptions } from '../../../functions/inference/ensemble/predictor.ts';
import type { WorkerPoolPlan } from '../../../local/workers/pool-plan.ts';
import { QueuedRequest } from '../../../local/workers/queued-request.ts';
import type { Worker, WorkerListener } from '../../../local/workers/worker.ts';
import { WorkerPool } from '../../../local/workers/worker-pool.ts';

export const NO_GRAPHS = [{ file: 'none', inputs: [], outputs: [] }];

export const PREDICTION = {
  output: 'made',
  runs: [],
  decidedAfter: undefined,
  lacking: undefined,
  explanation: undefined,
  milliseconds: { decode: 0, predict: 0 },
};

/** @param milliseconds to the deadline */
export function options(milliseconds = 10_000, more: Partial<PredictOptions> = {}): PredictOptions {
  return { deadline: Deadline.in(milliseconds), millisecondsAfter: 0, explain: false, ...more };
}

/** A request that nobody waits for: its rejection is no failure of the test. */
export function request(milliseconds?: number, more?: Partial<PredictOptions>): QueuedRequest {
  const made = new QueuedRequest({}, options(milliseconds, more));
  made.promise.catch(() => {});
  return made;
}

/** @param directory of the model */
export function planOf(plan: Partial<WorkerPoolPlan> = {}, directory = 'a-directory'): WorkerPoolPlan {
  let number = 0;
  const { concurrency = 1 } = plan;
  return {
    model: 'a-model',
    workers: 1,
    concurrency,
    configuration: { directory, threads: 1, concurrency, batch: {} },
    output: 2,
    logFile: 'service.log',
    program: join(import.meta.dirname, 'fixtures', 'fake-worker.ts'),
    nextNumber: () => ++number,
    ...plan,
  };
}

/** A pool of real processes, started; they end with the test. */
export async function startPool(plan?: Partial<WorkerPoolPlan>, directory?: string): Promise<WorkerPool> {
  const pool = new WorkerPool(planOf(plan, directory));
  onTestFinished(() => {
    pool.kill();
    return pool.stop();
  });
  await pool.start();
  return pool;
}

/** A worker that gets ready, responds and ends when the test says so. */
export class ScriptedWorker {
  readonly number: number;
  ready = false;
  ending = false;
  readonly pid = undefined;
  readonly running: QueuedRequest[] = [];
  /** Since the last response: as if it had gone out in the turn before. */
  gathered = 0;
  /** Inputs of all that it was handed. */
  readonly ran: unknown[] = [];
  readonly kill = vi.fn(() => {
    this.ending = true;
  });
  readonly #listener: WorkerListener;

  constructor(number: number, listener: WorkerListener) {
    this.number = number;
    this.#listener = listener;
  }

  get inFlight(): number {
    return this.running.length;
  }

  run(given: QueuedRequest): void {
    this.running.push(given);
    this.ran.push(given.input);
    this.gathered += 1;
  }

  getReady(): void {
    this.ready = true;
    this.#listener.ready(this.#itself, NO_GRAPHS);
  }

  /** Responds to the request that it was handed first. */
  respond(milliseconds = 10): void {
    const done = this.running.shift()!;
    this.gathered = 0;
    done.resolve(PREDICTION, done.arrival);
    this.#listener.done(this.#itself, done, milliseconds);
  }

  die(reason = 'the test ends it'): void {
    this.ending = true;
    this.#listener.gone(this.#itself, reason, this.running.splice(0));
  }

  get #itself(): Worker {
    return this as unknown as Worker;
  }
}

/** A pool of such workers, whose time the test advances; unless the test wants to do it, they are ready. */
export async function scriptedPool(plan: Partial<WorkerPoolPlan> = {}, ready = true) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const workers: ScriptedWorker[] = [];
  const pool = new WorkerPool(planOf(plan), (number, _plan, listener) => {
    const worker = new ScriptedWorker(number, listener);
    workers.push(worker);
    return worker as unknown as Worker;
  });
  onTestFinished(() => pool.kill());
  const started = pool.start();
  // A test that ends with the pool unready does not wait for it.
  started.catch(() => {});
  if (ready) {
    for (const worker of workers) worker.getReady();
    await started;
  }
  /** Sends a request that the test looks at later, if at all. */
  const send = (input: unknown, milliseconds?: number, more?: Partial<PredictOptions>) => {
    const promise = pool.predict(input, options(milliseconds, more));
    promise.catch(() => {});
    return promise;
  };
  return { pool, workers, started, send };
}
