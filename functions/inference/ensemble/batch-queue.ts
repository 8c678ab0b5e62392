/** Requests that arrive while a member is busy run as one batch when it is free. */
import type { Tensors } from '../model/tensors.ts';
import type { DurationByWork } from './duration-by-work.ts';
import { areStackable, padding, stack, unstack } from './stack.ts';

export interface BatchLimits {
  readonly largest: number;
  /** How long a request may wait for others although the member is free. */
  readonly maxQueueDelayMilliseconds: number;
  /** Name of the input that outputs are shaped like; left out, only requests of one size share a batch. */
  readonly shapedLike?: string | undefined;
  /** Whether requests of different sizes share a batch although it is left out: outputs keep their padding. */
  readonly padded?: boolean | undefined;
}

/** Whether requests of different sizes share a batch. */
export function isPadded({ padded, shapedLike }: Pick<BatchLimits, 'padded' | 'shapedLike'>): boolean {
  return padded ?? shapedLike !== undefined;
}

/** What the start of a run costs, as a multiple of the blank request: more padding than that is slower than a further run. */
const RUN_START = 0.25;

export interface MemberRun {
  readonly tensors: Tensors;
  /** As a multiple of the blank request. */
  readonly work: number;
  /** Whether there is time for something that is expected to take so many milliseconds. */
  fits(milliseconds: number): boolean;
}

export interface Given {
  readonly outputs: Tensors;
  /** Of the run, which may have been of several requests. */
  readonly milliseconds: number;
  readonly batch: number;
}

interface Waiting extends MemberRun {
  resolve(given: Given | undefined): void;
  reject(error: Error): void;
}

export class BatchQueue {
  readonly #run: (tensors: Tensors) => Promise<Tensors>;
  readonly #duration: DurationByWork;
  readonly #limits: BatchLimits;
  readonly #padded: boolean;
  #waiting: Waiting[] = [];
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #called = false;

  constructor(run: (tensors: Tensors) => Promise<Tensors>, duration: DurationByWork, limits: BatchLimits) {
    this.#run = run;
    this.#duration = duration;
    this.#limits = limits;
    this.#padded = isPadded(limits);
  }

  /**
   * Runs the member as soon as it is free, in one batch with the requests that wait beside this one.
   *
   * @returns undefined where its time was too short when its turn came
   * @throws the error of the member for this request alone: others in its batch do not fail with it
   */
  predict(request: MemberRun): Promise<Given | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      if (!this.#running) this.#schedule(request);
    });
  }

  /** The end of this turn of the event loop brings what has arrived already; the delay waits for more. */
  #schedule({ fits }: MemberRun): void {
    const { largest, maxQueueDelayMilliseconds: delay } = this.#limits;
    const mayWait =
      delay > 0 && this.#waiting.length < largest && fits(delay + this.#expected(this.#waiting));
    if (mayWait) {
      this.#timer ??= setTimeout(() => this.#next(), delay);
      return;
    }
    if (this.#called) return;
    this.#called = true;
    setImmediate(() => this.#next());
  }

  async #next(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#called = false;
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      if (batch.length > 0) await this.#runBatch(batch);
    }
    this.#running = false;
  }

  /** The one that has waited longest, and those beside it: where they are padded, the nearest in size. */
  #take(): Waiting[] {
    const { largest } = this.#limits;
    const inTime = this.#waiting.filter((request) => {
      const fits = request.fits(this.#expected([request]));
      if (!fits) request.resolve(undefined);
      return fits;
    });
    const [first, ...others] = inTime;
    if (!first) {
      this.#waiting = [];
      return [];
    }
    const batch = [first];
    for (const request of this.#beside(first, others)) {
      if (batch.length === largest) break;
      if (!this.#padded || saves(batch, request)) batch.push(request);
    }
    while (batch.length > 1 && !this.#allFit(batch)) batch.pop();
    const taken = new Set(batch);
    this.#waiting = inTime.filter((request) => !taken.has(request));
    return batch;
  }

  /** Those that can be stacked upon the first one, those that need the least padding before the others. */
  #beside(first: Waiting, others: readonly Waiting[]): Waiting[] {
    const stackable = others.filter(({ tensors }) => areStackable(first.tensors, tensors, this.#padded));
    if (!this.#padded || stackable.length === 0) return stackable;
    return stackable
      .map((request) => ({ request, padding: padding([first.tensors, request.tensors]) }))
      .sort((one, other) => one.padding - other.padding)
      .map(({ request }) => request);
  }

  #allFit(batch: readonly Waiting[]): boolean {
    const expected = this.#expected(batch);
    return batch.every((request) => request.fits(expected));
  }

  async #runBatch(batch: readonly Waiting[]): Promise<void> {
    const requests = batch.map(({ tensors }) => tensors);
    const [first, ...others] = batch;
    const started = performance.now();
    try {
      const outputs = await this.#run(others.length > 0 ? stack(requests) : first!.tensors);
      const milliseconds = performance.now() - started;
      this.#duration.add(milliseconds, workOf(batch));
      const given = others.length > 0 ? unstack(outputs, requests, this.#limits.shapedLike) : [outputs];
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ outputs: given[index]!, milliseconds, batch: batch.length });
      }
    } catch (error) {
      if (others.length === 0) first!.reject(error as Error);
      else for (const request of batch) await this.#runAlone(request);
    }
  }

  /** After a run that failed: for some of its requests the time may be over. */
  async #runAlone(request: Waiting): Promise<void> {
    if (request.fits(this.#expected([request]))) await this.#runBatch([request]);
    else request.resolve(undefined);
  }

  #expected(batch: readonly MemberRun[]): number {
    return this.#duration.expected(workOf(batch));
  }
}

/** Whether a request costs less in a batch than alone, after it. */
function saves(batch: readonly MemberRun[], request: MemberRun): boolean {
  return workOf([...batch, request]) <= workOf(batch) + request.work + RUN_START;
}

/** Of a batch: what each request is, and what pads the smaller ones. */
function workOf(batch: readonly MemberRun[]): number {
  const work = batch.reduce((sum, request) => sum + request.work, 0);
  return batch.length === 1 ? work : work * padding(batch.map(({ tensors }) => tensors));
}
