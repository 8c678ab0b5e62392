/** The worker processes of one model as a predictor. */
import { performance } from 'node:perf_hooks';
import {
  type Prediction,
  type PredictOptions,
  type Predictor,
  steadyMilliseconds,
} from '../../functions/inference/ensemble/predictor.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { ServiceError } from '../service-error.ts';
import { QueuedRequest } from './queued-request.ts';
import { Replacement } from './replacement.ts';
import { RequestQueue } from './request-queue.ts';
import { Worker, type WorkerListener, type WorkerPlan } from './worker.ts';

/**
 * Workers rarely die alone, and on a busy machine their exits are reported one by one. So idle workers get the requests of a
 * dead worker only after this time.
 */
const DEATHS_TOGETHER_MILLISECONDS = 50;
/**
 * A request with this many `failures` counts as their cause. Two deaths prove nothing, because both workers may have been killed
 * together, and the exit of the second reported late.
 */
const MOST_FAILURES = 3;
/**
 * Clients that retry at once after a refusal could keep the front process busy with refusals. So the pool delays a refusal, and
 * accepts the request if there is room for it after the delay. If more refusals wait than a steady rate of arrivals explains,
 * each further one adds a quarter of a millisecond to the delay, so that a thousand clients of this kind together get about 4,000
 * refusals a second.
 */
const HOLD_MILLISECONDS = 10;
const LONGEST_HOLD_MILLISECONDS = 250;
const HELD_BY_ARRIVALS = 50;
const MILLISECONDS_PER_FURTHER = 0.25;
/**
 * While processors are scarce, up to `MOST_TOGETHER` short requests of one turn of the event loop go to one worker in one
 * message, because a message costs the front process more than another worker would save. Processors are scarce if busy workers
 * take all but one, or if the front process is busy for more than `BUSY_FRONT` of its time. The same applies while no worker is
 * idle.
 */
const SHORT_MILLISECONDS = 5;
const MOST_TOGETHER = 5;
const BUSY_FRONT = 0.5;
const STOPPING = 'the service stops';
/** Workers that have requests are checked at this interval. A response at the deadline can be late by this long. */
const POLL_MILLISECONDS = 20;
/**
 * A worker gets no more requests once it has been silent for the longest of three times: a quarter of the deadline, four service
 * times, and 100 ms. Requests that have waited in it for so long may still meet their deadline in another worker.
 */
const SILENT_SHARE = 0.25;
const SILENT_SERVICE_TIMES = 4;
const LEAST_SILENT_MILLISECONDS = 100;
/** Reason for ending an idle worker when more workers serve than planned, because silent ones have responded again. */
const SURPLUS = 'it is not needed any more';

export interface WorkerPoolPlan extends WorkerPlan {
  /** Name of the model, for messages. */
  readonly model: string;
  readonly workers: number;
  /** Requests that a worker takes at once. */
  readonly concurrency: number;
  readonly deadlineMilliseconds: number;
  /** Processors for this front process and its workers. */
  readonly processors: number;
  /** Returns the number of the next worker, unique among all models. */
  readonly nextNumber: () => number;
  /** Largest number of requests that wait. @default 10,000 */
  readonly mostWaiting?: number;
  /** Called when a worker ends unexpectedly after the pool has started. */
  readonly died: (worker: number, reason: string) => void;
}

/** A worker process that is alive. */
export interface RunningWorker {
  /** Number of the worker, unique within the service. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly model: string;
}

type Launch = (number: number, plan: WorkerPlan, listener: WorkerListener) => Worker;

export class WorkerPool implements Predictor, WorkerListener {
  /** Workers that ended unexpectedly. */
  deaths = 0;
  readonly #plan: WorkerPoolPlan;
  readonly #launch: Launch;
  readonly #queue: RequestQueue;
  readonly #replacement = new Replacement(() => this.#launchMissing());
  /** Living workers, in the order of their starts. */
  readonly #alive = new Set<Worker>();
  readonly #started = Promise.withResolvers<readonly Graph[]>();
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #utilization = performance.eventLoopUtilization();
  #isFrontBusy = false;
  /** Number of refusals that are delayed now. */
  #held = 0;
  readonly #ended = Promise.withResolvers<void>();
  /** Whether the pool takes no more requests. */
  #stopping = false;
  /** Whether `kill` has been called. */
  #ending = false;

  constructor(plan: WorkerPoolPlan, launch: Launch = (...parts) => new Worker(...parts)) {
    this.#plan = plan;
    this.#launch = launch;
    this.#queue = new RequestQueue(() => this.#capacity(), plan.mostWaiting);
  }

  get waiting(): number {
    return this.#queue.requests.length;
  }

  /** Living workers, ready or not. */
  workers(): RunningWorker[] {
    return [...this.#alive].map(({ number, pid }) => ({ number, pid, model: this.#plan.model }));
  }

  /**
   * Starts all workers and waits until they are ready. If one cannot start, all are ended.
   * @returns the graphs of the members
   * @throws {ServiceError} with the worker's reason
   */
  async start(): Promise<readonly Graph[]> {
    this.#launchMissing();
    try {
      return await this.#started.promise;
    } catch (error) {
      this.kill();
      await this.#ended.promise;
      throw error;
    }
  }

  isReady(): boolean {
    for (const { ready, ending } of this.#alive) if (ready && !ending) return true;
    return false;
  }

  predict(input: unknown, options: PredictOptions): Promise<Prediction> {
    const request = new QueuedRequest(input, options);
    if (!this.#accept(request)) this.#holdBack(request);
    return request.promise;
  }

  /** Finishes queued and running requests, accepts no more, and ends the workers; resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.#takeNoMore();
    const running = [...this.#alive].flatMap((worker) => worker.requests());
    await Promise.allSettled([...this.#queue.requests, ...running].map(({ promise }) => promise));
    this.kill();
    await this.#ended.promise;
  }

  kill(): void {
    this.#takeNoMore();
    this.#ending = true;
    this.#replacement.cancel();
    clearTimeout(this.#timer);
    for (const request of this.#queue.clear()) request.reject(stopping());
    for (const worker of this.#alive) worker.kill(STOPPING);
    if (this.#alive.size === 0) this.#ended.resolve();
  }

  #takeNoMore(): void {
    this.#stopping = true;
    const message = `the model ${this.#plan.model} was stopped before it had started`;
    if (!this.#isStarted) this.#started.reject(new ServiceError(message));
  }

  #launchMissing(): void {
    while (this.#alive.size < this.#plan.workers) this.#launchOne();
  }

  #launchOne(): void {
    this.#alive.add(this.#launch(this.#plan.nextNumber(), this.#plan, this));
  }

  #start(worker: Worker, request: QueuedRequest): void {
    worker.runsAlone = runsAlone(request);
    worker.run(request);
    this.#checkLater();
  }

  #checkLater(): void {
    // The check runs after arrived messages are read, because a machine that stalls delays this process as much as its workers.
    this.#timer ??= setTimeout(() => setImmediate(() => this.#check()), POLL_MILLISECONDS);
  }

  /**
   * Checks deadlines and silent workers. If all workers are silent or ending while requests wait, starts another worker, up to
   * twice the planned number of workers.
   */
  #check(): void {
    this.#timer = undefined;
    if (this.#ending) return;
    const { deadlineMilliseconds: deadline, workers } = this.#plan;
    const usual = Math.max(SILENT_SERVICE_TIMES * this.#queue.serviceTime, LEAST_SILENT_MILLISECONDS);
    const patience = Math.max(SILENT_SHARE * deadline, usual);
    const now = steadyMilliseconds();
    const utilization = performance.eventLoopUtilization();
    this.#isFrontBusy =
      performance.eventLoopUtilization(utilization, this.#utilization).utilization > BUSY_FRONT;
    this.#utilization = utilization;
    for (const worker of this.#alive) worker.check(now, patience);
    const all = [...this.#alive];
    const isNobodyThere = all.every(({ silent, ending }) => silent || ending);
    if (isNobodyThere && this.waiting > 0 && all.length < 2 * workers) this.#launchOne();
    if (all.some(({ inFlight }) => inFlight > 0)) this.#checkLater();
  }

  /** @returns false if no worker is free and the queue does not accept the request */
  #accept(request: QueuedRequest): boolean {
    if (this.#stopping) {
      request.reject(stopping());
      return true;
    }
    const worker = this.#freest();
    if (!worker) return this.#queue.join(request);
    this.#queue.pass(request);
    this.#start(worker, request);
    return true;
  }

  #holdBack(request: QueuedRequest): void {
    const further = Math.max(0, this.#held - HELD_BY_ARRIVALS);
    const hold = Math.min(HOLD_MILLISECONDS + further * MILLISECONDS_PER_FURTHER, LONGEST_HOLD_MILLISECONDS);
    this.#held += 1;
    setTimeout(
      () => {
        this.#held -= 1;
        if (!this.#accept(request)) this.#queue.refuse(request);
      },
      Math.max(0, Math.min(hold, request.options.deadline.millisecondsLeft)),
    );
  }

  /** Number of requests that all serving workers take at once; while no worker is serving, all planned workers count. */
  #capacity(): number {
    let ready = 0;
    for (const worker of this.#alive) if (isServing(worker)) ready += 1;
    return (ready || this.#plan.workers) * this.#plan.concurrency;
  }

  /**
   * The ready worker with room and the fewest requests. Short requests may also go to a worker that is about to be
   * sent further requests, so that they share a message.
   */
  #freest(): Worker | undefined {
    const { concurrency, processors } = this.#plan;
    const isShort = this.#queue.serviceTime < SHORT_MILLISECONDS;
    let gathering: Worker | undefined;
    let freest: Worker | undefined;
    let fewest = concurrency;
    let busy = 0;
    for (const worker of this.#alive) {
      const { inFlight, gathered } = worker;
      if (inFlight > 0) busy += 1;
      if (!this.#hasRoom(worker) || !isServing(worker)) continue;
      if (isShort && gathered > 0 && gathered < MOST_TOGETHER) gathering ??= worker;
      if (inFlight >= fewest) continue;
      freest = worker;
      fewest = inFlight;
    }
    const isSpread = fewest === 0 && busy < processors - 1 && !this.#isFrontBusy;
    return gathering && !isSpread ? gathering : freest;
  }

  /**
   * Whether a worker can take another request. A busy one takes none while the next request in the queue must run alone: later
   * requests could otherwise keep all workers busy, and that request would wait for an idle one in vain.
   */
  #hasRoom(worker: Worker): boolean {
    if (worker.inFlight === 0) return true;
    const [next] = this.#queue.requests;
    return worker.inFlight < this.#plan.concurrency && !worker.runsAlone && !(next && runsAlone(next));
  }

  /** Gives waiting requests to a worker until it has as many as it takes. */
  #feed(worker: Worker): void {
    while (this.#hasRoom(worker) && !worker.ending) {
      const request = this.#queue.next();
      if (!request) break;
      this.#start(worker, request);
      // This request may be why another worker died or fell silent, so the next one waits for this worker's next message.
      if (request.failures > 0) break;
    }
  }

  #feedFree(): void {
    for (let worker = this.#freest(); worker; worker = this.#freest()) {
      const request = this.#queue.next();
      if (!request) break;
      this.#start(worker, request);
    }
  }

  onReady(worker: Worker, graphs: readonly Graph[]): void {
    this.#replacement.succeeded();
    this.#isStarted ||= [...this.#alive].every(({ ready }) => ready);
    if (this.#isStarted) this.#started.resolve(graphs);
    this.#feed(worker);
  }

  onDone(worker: Worker, request: QueuedRequest, milliseconds: number): void {
    this.#queue.observe(request, milliseconds);
    this.#feed(worker);
    const { size } = this.#alive;
    if (size <= this.#plan.workers || worker.inFlight > 0 || this.#ending) return;
    if ([...this.#alive].filter(isServing).length > this.#plan.workers) worker.kill(SURPLUS);
  }

  /**
   * Unstarted requests of a silent worker go to another worker, but each request only once, because it may cause the silence.
   */
  onSilent(unstarted: readonly QueuedRequest[]): void {
    for (const request of unstarted) {
      if (request.failures > 0 || !this.#queue.rejoin(request)) continue;
      request.failures = 1;
      request.worker = 0;
    }
    // Only idle workers get these requests now. A busy one may be about to fall silent, so it gets them after its next message.
    for (const worker of this.#alive) if (isServing(worker) && worker.inFlight === 0) this.#feed(worker);
  }

  onGone(worker: Worker, reason: string, unfinished: readonly QueuedRequest[]): void {
    this.#alive.delete(worker);
    for (const request of unfinished) this.#handOn(request);
    if (this.#ending) {
      if (this.#alive.size === 0) this.#ended.resolve();
      return;
    }
    if (reason === SURPLUS) return;
    this.deaths += 1;
    if (!this.#isStarted) {
      this.#started.reject(new ServiceError(`the model ${this.#plan.model} could not start: ${reason}`));
      return;
    }
    this.#plan.died(worker.number, reason);
    if (unfinished.length > 0) setTimeout(() => this.#feedFree(), DEATHS_TOGETHER_MILLISECONDS);
    this.#replacement.schedule(worker.ready);
  }

  /**
   * Puts a request of a dead worker back into the queue, unless the pool is ending, the request has failed too often, or its
   * deadline cannot be met. Another worker may run the request, because no part of its response has been sent.
   */
  #handOn(request: QueuedRequest): void {
    if (this.#ending) {
      request.reject(stopping());
      return;
    }
    request.failures += 1;
    if (request.failures < MOST_FAILURES && this.#queue.rejoin(request)) return;
    request.reject(new Problem('worker-died'));
  }
}

/** In its last attempt, a request runs alone: if the worker dies again, no other request has caused it or suffers from it. */
function runsAlone({ failures }: QueuedRequest): boolean {
  return failures === MOST_FAILURES - 1;
}

function isServing({ ready, silent, ending }: Worker): boolean {
  return ready && !silent && !ending;
}

function stopping(): Problem {
  return new Problem('stopping', undefined, { headers: { 'retry-after': '1' } });
}
