/** A worker process, seen from the front process. */
import type { ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { steadyMilliseconds } from '../../functions/inference/ensemble/predictor.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { describeSlow } from '../service-error.ts';
import { Slots } from '../slots.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import { startLimited } from './memory-limit.ts';
import {
  failureOf,
  type WorkerConfiguration,
  type WorkerMessage,
  type WorkerReply,
  type WorkerRequest,
} from './messages.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Settings that all workers of a model share. */
export interface WorkerPlan {
  readonly configuration: WorkerConfiguration;
  /** The program to start, `local/workers/worker-program`. */
  readonly program: string;
  readonly variables: NodeJS.ProcessEnv;
  /** File descriptor for the worker's output. */
  readonly output: number;
  /** Path of the file with this output, for messages. */
  readonly logFile: string;
  /** How long a worker with requests may be silent before it is killed. */
  readonly timeoutMilliseconds: number;
  /** Time limit for loading the model. */
  readonly startTimeoutMilliseconds: number;
  /** Limit of a worker's memory, on systems that can limit it. */
  readonly memoryBytes: number;
}

export interface WorkerListener {
  /** The model is loaded. */
  onReady(worker: Worker, graphs: readonly Graph[]): void;
  /** A request has its response or error. @param milliseconds its time in the worker */
  onDone(worker: Worker, queued: QueuedRequest, milliseconds: number): void;
  /** A worker has been silent for long, and has probably not begun these requests. */
  onSilent(unstarted: readonly QueuedRequest[]): void;
  /** The process has ended, and these requests have no response. Called exactly once, never by the constructor. */
  onGone(worker: Worker, reason: string, unfinished: readonly QueuedRequest[]): void;
}

/**
 * Workers have a lower priority, as with `nice -n 5`, because the front process's work is short and clients wait for it. Windows
 * has no step that small, so nothing changes there.
 */
const NICENESS = 5;

/** Ignores that a message cannot be sent, because the event `exit` reports the end of the process. */
const unsent = () => {};

export class Worker {
  readonly number: number;
  /** Whether the worker has ever been ready for a request. */
  ready = false;
  /** Whether the worker has been silent for so long that it gets no requests until its next message. */
  silent = false;
  /** Whether the worker can take no further request, because its process is ending. */
  ending = false;
  /** Whether the worker takes no other request beside its latest one. */
  runsAlone = false;
  readonly #plan: WorkerPlan;
  readonly #listener: WorkerListener;
  #child: ChildProcess | undefined;
  #startTimer: NodeJS.Timeout | undefined;
  #reason: string | undefined;
  /** Requests in flight. A worker replies once to each, so the number of a request is free after the reply. */
  #running = new Slots<QueuedRequest>();
  #outbox: WorkerRequest[] = [];
  /** When the worker last sent a message, or got a request while it had no other request. */
  #heardAt = 0;

  constructor(number: number, plan: WorkerPlan, listener: WorkerListener) {
    this.number = number;
    this.#plan = plan;
    this.#listener = listener;
    try {
      this.#start();
    } catch (error) {
      setImmediate(() => this.#cannotStart(error as Error));
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get inFlight(): number {
    return this.#running.size;
  }

  /** Number of requests in flight that will be sent at the end of this turn of the event loop. */
  get gathered(): number {
    return this.#outbox.length;
  }

  /** Requests that wait for this worker. Settled ones, and ones that are back in the queue or in another worker, are left out. */
  requests(): QueuedRequest[] {
    const requests = Array.from(this.#running, ([, queued]) => queued);
    // A request that a worker did not begin may come back to the same worker, and then is listed twice.
    return [...new Set(requests)].filter(({ worker, isSettled }) => worker === this.number && !isSettled);
  }

  /** Sends a request, together with all others of this turn of the event loop. */
  run(queued: QueuedRequest): void {
    const { deadline, millisecondsAfter, explain } = queued.options;
    queued.startedAt = steadyMilliseconds();
    queued.worker = this.number;
    if (this.inFlight === 0) this.#heardAt = queued.startedAt;
    const id = this.#running.add(queued);
    // The input is last, because V8 doubles its buffer for whatever follows a large body.
    const request = { id, deadline: deadline.at, millisecondsAfter, explain, input: queued.input };
    if (this.#outbox.push(request) === 1) setImmediate(() => this.#sendRequests());
  }

  /**
   * Checks deadlines and silence. Only the front process can do that, because ONNX Runtime blocks the worker's thread while a
   * model runs.
   * @param patience milliseconds of silence after which the worker gets no more requests
   */
  check(now: number, patience: number): void {
    let first: QueuedRequest | undefined;
    for (const [, queued] of this.#running) {
      if (queued.options.deadline.at <= now && !queued.isSettled) queued.options.onLate?.();
      if (queued.startedAt < (first?.startedAt ?? Infinity)) first = queued;
    }
    if (!first || this.ending) return;
    const { timeoutMilliseconds: timeout, configuration } = this.#plan;
    const silence = now - this.#heardAt;
    // A process may lose a request and still respond to others. So each request has a limit, too: the time-out times the number
    // of requests that the worker takes at once.
    if (silence >= timeout || now - first.startedAt >= timeout * configuration.concurrency) {
      this.#timeOut(now, timeout);
    } else if (silence >= patience && !this.silent) {
      this.silent = true;
      const unstarted = this.requests().filter((queued) => queued !== first);
      this.#listener.onSilent(unstarted);
    }
  }

  kill(reason: string): void {
    this.ending = true;
    this.#reason ??= reason;
    this.#child?.kill('SIGKILL');
  }

  #start(): void {
    const { program, configuration, variables, output, logFile, startTimeoutMilliseconds } = this.#plan;
    const child = startLimited([program, JSON.stringify(configuration)], this.#plan.memoryBytes, {
      serialization: 'advanced',
      env: variables,
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.#child = child;
    giveWay(child);
    endWithThisProcess(child);
    // Node reports some failures as events and throws others. Failures of a running process, such as a signal that cannot be
    // sent, are ignored here.
    child.on('error', (error) => {
      if (child.pid === undefined) this.#cannotStart(error);
    });
    child.on('message', (message) => this.#onMessage(message as WorkerMessage));
    // A worker without its channel is useless. A process that has ended loses its channel, too; then this has no effect.
    child.once('disconnect', () => {
      this.ending = true;
      child.kill('SIGKILL');
    });
    child.once('exit', (code, signal) => {
      this.#finish(`its process ended with ${signal ?? `code ${code}`}, see ${logFile}`);
    });
    this.#startTimer = setTimeout(
      () => this.kill(describeSlow(startTimeoutMilliseconds)),
      startTimeoutMilliseconds,
    );
  }

  #timeOut(now: number, timeout: number): void {
    for (const queued of this.requests()) {
      if (now - queued.startedAt < timeout) continue;
      const detail = `The worker was stopped because it did not respond within ${timeout} ms.`;
      queued.reject(new Problem('worker-timed-out', detail));
    }
    this.kill(`it did not respond within ${timeout} ms, see ${this.#plan.logFile}`);
  }

  #cannotStart({ message }: Error): void {
    this.#finish(`cannot run ${this.#plan.program}: ${message}`);
  }

  #sendRequests(): void {
    const requests = this.#outbox;
    this.#outbox = [];
    this.#child?.send(requests, undefined, undefined, unsent);
  }

  #onMessage(message: WorkerMessage): void {
    this.silent = false;
    this.#heardAt = steadyMilliseconds();
    if (!('type' in message)) {
      for (const reply of message) this.#onReply(reply, this.#heardAt);
    } else if (message.type === 'ready') {
      if (this.ending) return;
      clearTimeout(this.#startTimer);
      this.ready = true;
      this.#listener.onReady(this, message.graphs);
    } else {
      this.kill(message.message);
    }
  }

  #onReply(reply: WorkerReply, now: number): void {
    const queued = this.#running.get(reply.id);
    if (!queued) return;
    if ('prediction' in reply) queued.resolve(reply.prediction, now);
    else queued.reject(failureOf(reply));
    this.#running.delete(reply.id);
    this.#listener.onDone(this, queued, now - queued.startedAt);
  }

  #finish(reason: string): void {
    this.ending = true;
    clearTimeout(this.#startTimer);
    const unfinished = this.requests();
    this.#running = new Slots();
    this.#listener.onGone(this, this.#reason ?? reason, unfinished);
  }
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined)
      setPriority(pid, Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));
  } catch {
    // The process has ended, or the system does not allow the change. Neither matters.
  }
}
