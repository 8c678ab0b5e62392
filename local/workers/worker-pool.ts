/** The worker processes of one model as a predictor. */
import type { Prediction, PredictOptions, Predictor } from '../../functions/inference/ensemble/predictor.ts';
import type { Graph } from '../../functions/inference/pipelines/kind.ts';
import { PROBLEMS, Problem } from '../../functions/inference/problems/problems.ts';
import { ServiceError } from '../service-error.ts';
import { type RunningWorker, type WorkerPoolPlan, workerPlan } from './pool-plan.ts';
import { Replacement } from './replacement.ts';
import { RequestQueue } from './request-queue.ts';
import { Task } from './task.ts';
import { Worker, type WorkerListener, type WorkerPlan } from './worker.ts';

/**
 * Workers rarely die alone, and on a busy machine one hears of it one by one: a request whose worker has died waits this long
 * before it is given to one that seems free.
 */
const DEATHS_TOGETHER_MILLISECONDS = 50;
/**
 * Clients that ask again as soon as they are refused would make a storm, in which the front process does nothing but refuse. So a
 * refusal is held back, and a place that comes free meanwhile is the request's. Where more are held back than arrivals at a steady
 * rate explain, each one more makes it longer by a millisecond: such clients get a thousand refusals a second together.
 */
const HOLD_MILLISECONDS = 20;
const LONGEST_HOLD_MILLISECONDS = 250;
const HELD_BY_ARRIVALS = 50;
const STOPPING = 'the service stops';

/** Starts a worker. */
export type Launch = (number: number, plan: WorkerPlan, listener: WorkerListener) => Worker;

export class WorkerPool implements Predictor {
  /** Workers that ended although nobody had asked them to. */
  deaths = 0;
  readonly #plan: WorkerPoolPlan;
  readonly #workerPlan: WorkerPlan;
  readonly #launch: Launch;
  readonly #listener: WorkerListener;
  readonly #queue: RequestQueue;
  readonly #replacement = new Replacement(() => this.#launchMissing());
  /** In the order in which they were started. */
  readonly #alive = new Set<Worker>();
  #starting: PromiseWithResolvers<readonly Graph[]> | undefined;
  #startError: ServiceError | undefined;
  /** Refusals that are being held back. */
  #held = 0;
  readonly #ended = Promise.withResolvers<void>();
  /** Nothing more is taken. */
  #stopping = false;
  /** Every worker has been killed. */
  #ending = false;

  constructor(plan: WorkerPoolPlan, launch: Launch = (...parts) => new Worker(...parts)) {
    this.#plan = plan;
    this.#launch = launch;
    this.#workerPlan = workerPlan(plan);
    this.#queue = new RequestQueue(
      (task) => this.#onExpired(task),
      () => this.#places(),
      plan.mostWaiting,
    );
    this.#listener = {
      ready: (worker, graphs) => this.#onReady(worker, graphs),
      done: (worker, _task, milliseconds) => this.#onDone(worker, milliseconds),
      gone: (worker, reason, unfinished) => this.#onGone(worker, reason, unfinished),
    };
  }

  /** Requests that wait for a worker. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Those that are alive, ready or not. */
  workers(): RunningWorker[] {
    return [...this.#alive].map((worker) => this.#describe(worker));
  }

  /**
   * Starts all workers and waits until they are ready. Where one cannot, none is left.
   *
   * @returns the graphs of the members
   * @throws {ServiceError} with the worker's reason
   */
  start(): Promise<readonly Graph[]> {
    this.#starting = Promise.withResolvers();
    this.#launchMissing();
    return this.#starting.promise;
  }

  isReady(): boolean {
    for (const { ready, ending } of this.#alive) if (ready && !ending) return true;
    return false;
  }

  predict(input: unknown, options: PredictOptions): Promise<Prediction> {
    const task = new Task(input, options);
    if (!this.#accept(task)) this.#holdBack(task);
    return task.promise;
  }

  /** Finishes what waits and runs, takes nothing more, and ends the workers; resolves when the last one has ended. */
  stop(): Promise<void> {
    this.#stopping = true;
    this.#endWhereDone();
    return this.#ended.promise;
  }

  /** Ends every worker at once, whatever it is doing. */
  kill(): void {
    this.#stopping = true;
    for (const task of this.#queue.clear()) task.reject(stopping());
    this.#end();
  }

  #launchMissing(): void {
    while (this.#alive.size < this.#plan.workers) {
      this.#alive.add(this.#launch(this.#plan.nextNumber(), this.#workerPlan, this.#listener));
    }
  }

  /** @returns false where no worker is free and the queue does not take it */
  #accept(task: Task): boolean {
    if (this.#stopping) {
      task.reject(stopping());
      return true;
    }
    const worker = this.#freest();
    if (!worker) return this.#queue.join(task);
    worker.run(task);
    return true;
  }

  #holdBack(task: Task): void {
    const more = Math.max(0, this.#held - HELD_BY_ARRIVALS);
    const hold = Math.min(HOLD_MILLISECONDS + more, LONGEST_HOLD_MILLISECONDS);
    this.#held += 1;
    setTimeout(
      () => {
        this.#held -= 1;
        if (!this.#accept(task)) this.#refuse(task);
      },
      Math.min(hold, task.options.deadline.millisecondsLeft),
    );
  }

  /** Requests that the workers take together; while none is ready, those that are being started count. */
  #places(): number {
    let ready = 0;
    for (const worker of this.#alive) if (worker.ready && !worker.ending) ready += 1;
    return (ready || this.#plan.workers) * this.#plan.concurrency;
  }

  /** The ready one with the fewest requests, where one has room. */
  #freest(): Worker | undefined {
    let freest: Worker | undefined;
    let fewest = this.#plan.concurrency;
    for (const worker of this.#alive) {
      if (worker.inFlight >= fewest || !worker.ready || worker.ending) continue;
      freest = worker;
      fewest = worker.inFlight;
    }
    return freest;
  }

  /** Gives a worker that has just shown that it lives what waits. */
  #feed(worker: Worker): void {
    while (worker.inFlight < this.#plan.concurrency && !worker.ending) {
      const task = this.#queue.next();
      if (!task) break;
      worker.run(task);
    }
    this.#endWhereDone();
  }

  #feedFree(): void {
    for (let worker = this.#freest(); worker; worker = this.#freest()) {
      const task = this.#queue.next();
      if (!task) break;
      worker.run(task);
    }
    this.#endWhereDone();
  }

  #onReady(worker: Worker, graphs: readonly Graph[]): void {
    this.#replacement.succeeded();
    if (this.#starting && [...this.#alive].every(({ ready }) => ready)) {
      this.#starting.resolve(graphs);
      this.#starting = undefined;
    }
    this.#feed(worker);
  }

  #onDone(worker: Worker, milliseconds: number): void {
    this.#queue.observe(milliseconds);
    this.#feed(worker);
  }

  #onGone(worker: Worker, reason: string, unfinished: readonly Task[]): void {
    this.#alive.delete(worker);
    for (const task of unfinished) this.#handOn(task);
    if (this.#ending) {
      this.#endWhereGone();
      return;
    }
    this.deaths += 1;
    if (this.#starting) {
      this.#startError = new ServiceError(`the model ${this.#plan.model} could not start: ${reason}`);
      this.kill();
      return;
    }
    this.#plan.died?.(this.#describe(worker), reason);
    if (unfinished.length > 0) setTimeout(() => this.#feedFree(), DEATHS_TOGETHER_MILLISECONDS);
    this.#replacement.schedule(worker.ready);
    this.#endWhereDone();
  }

  /** Gives a request whose worker has died to another one, once and before its deadline: nothing of it has gone out. */
  #handOn(task: Task): void {
    if (this.#ending) {
      task.reject(stopping());
      return;
    }
    if (!task.handedOn) {
      task.handedOn = true;
      if (this.#queue.rejoin(task)) return;
    }
    task.reject(new Problem('worker-died', PROBLEMS['worker-died'].example));
  }

  #onExpired(task: Task): void {
    this.#refuse(task);
    this.#endWhereDone();
  }

  #refuse(task: Task): void {
    const headers = { 'retry-after': String(this.#queue.retryAfter()) };
    task.reject(new Problem('too-busy', PROBLEMS['too-busy'].example, { headers }));
  }

  #endWhereDone(): void {
    if (!this.#stopping || this.#ending || this.#queue.length > 0) return;
    for (const { inFlight } of this.#alive) if (inFlight > 0) return;
    this.#end();
  }

  #end(): void {
    this.#ending = true;
    this.#replacement.cancel();
    for (const worker of this.#alive) worker.kill(STOPPING);
    this.#endWhereGone();
  }

  #endWhereGone(): void {
    if (this.#alive.size > 0) return;
    const { model } = this.#plan;
    this.#starting?.reject(
      this.#startError ?? new ServiceError(`the model ${model} was stopped before it had started`),
    );
    this.#starting = undefined;
    this.#ended.resolve();
  }

  #describe({ number, pid }: Worker): RunningWorker {
    return { number, pid, model: this.#plan.model };
  }
}

function stopping(): Problem {
  return new Problem('stopping', PROBLEMS.stopping.example, { headers: { 'retry-after': '1' } });
}
