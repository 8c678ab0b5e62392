/** Requests that arrive while a member is busy run in batches when the member is free. */
import type { Tensors } from '../model/tensors.ts';
import type { Vote } from '../pipelines/pipeline.ts';
import type { DurationByWork } from './duration-by-work.ts';
import { areStackable, padding, stack, unstack } from './stack.ts';

export interface BatchLimits {
  readonly largest: number;
  /** Whether requests of different sizes share a batch. Their outputs then include the padding. */
  readonly padded?: boolean | undefined;
}

/**
 * Fixed cost of a run, as a multiple of the work of the warm-up's blank request. If padding costs more than this, a further run
 * is faster.
 */
const RUN_START = 0.25;

export interface MemberRun {
  readonly tensors: Tensors;
  /** Work of the request, as a multiple of the work of the blank request. */
  readonly work: number;
  /** Whether a run of this duration ends before the request's deadline. */
  fits(milliseconds: number): boolean;
}

export interface MemberResult extends Pick<Vote<unknown>, 'milliseconds' | 'batch'> {
  readonly outputs: Tensors;
}

interface Waiting extends MemberRun {
  resolve(given: MemberResult | undefined): void;
  reject(error: Error): void;
}

export class BatchQueue {
  readonly #run: (tensors: Tensors) => Promise<Tensors>;
  readonly #duration: DurationByWork;
  readonly #limits: BatchLimits;
  readonly #padded: boolean;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(run: (tensors: Tensors) => Promise<Tensors>, duration: DurationByWork, limits: BatchLimits) {
    this.#run = run;
    this.#duration = duration;
    this.#limits = limits;
    this.#padded = limits.padded ?? false;
  }

  /**
   * Runs the member on the request as soon as the member is free, alone or in one batch with other waiting requests.
   * @returns undefined if too little time is left when the request's turn comes
   * @throws the member's error for this request alone: others in its batch do not fail with it
   */
  predict(request: MemberRun): Promise<MemberResult | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      if (!this.#running) void this.#start();
    });
  }

  async #start(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#take();
      if (batch.length > 0) await this.#runBatch(batch);
    }
    this.#running = false;
  }

  /**
   * Waits until the batch is full, or a turn of the event loop brings no further request. Large requests arrive one by one,
   * because their sender waits until the receiver has read a part of them.
   */
  async #gather(): Promise<void> {
    for (let count = 0; count < this.#waiting.length && this.#waiting.length < this.#limits.largest; ) {
      count = this.#waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Takes the oldest request that has time for a run, and the requests that share its batch. */
  #take(): Waiting[] {
    const { largest } = this.#limits;
    const inTime = this.#waiting.filter((request) => {
      const fits = request.fits(this.#expected([request]));
      if (!fits) request.resolve(undefined);
      return fits;
    });
    this.#waiting = inTime;
    const [first, ...others] = inTime;
    if (!first) return [];
    const batch = [first];
    for (const request of this.#beside(first, others)) {
      if (batch.length === largest) break;
      if (!this.#padded || saves(batch, request)) batch.push(request);
    }
    while (batch.length > 1 && !this.#allFit(batch)) batch.pop();
    const inBatch = new Set(batch);
    this.#waiting = inTime.filter((request) => !inBatch.has(request));
    return batch;
  }

  /** The requests that can be stacked on the first request. If requests are padded, those with the least padding come first. */
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
      const given = others.length > 0 ? unstack(outputs, requests) : [outputs];
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ outputs: given[index]!, milliseconds, batch: batch.length });
      }
    } catch (error) {
      if (others.length === 0) first!.reject(error as Error);
      else for (const request of batch) await this.#runAlone(request);
    }
  }

  /** Runs a request of a failed batch alone, if there is time. */
  async #runAlone(request: Waiting): Promise<void> {
    if (request.fits(this.#expected([request]))) await this.#runBatch([request]);
    else request.resolve(undefined);
  }

  #expected(batch: readonly MemberRun[]): number {
    return this.#duration.expected(workOf(batch));
  }
}

/** Whether adding a request to the batch costs at most as much as running it alone afterwards. */
function saves(batch: readonly MemberRun[], request: MemberRun): boolean {
  return workOf([...batch, request]) <= workOf(batch) + request.work + RUN_START;
}

/** Work of a batch: the sum of its requests' work, and the padding of the smaller requests. */
function workOf(batch: readonly MemberRun[]): number {
  const work = batch.reduce((sum, request) => sum + request.work, 0);
  return batch.length === 1 ? work : work * padding(batch.map(({ tensors }) => tensors));
}
