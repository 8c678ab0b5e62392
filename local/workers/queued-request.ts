/** One request on its way through a pool: one object, which queue and workers pass on. */
import {
  type Prediction,
  type PredictOptions,
  steadyMilliseconds,
} from '../../functions/inference/ensemble/predictor.ts';

/** The error of a request whose caller has gone before its turn; nobody receives it, and it is not reported. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';

  constructor() {
    super('nobody waits for this request any more');
  }
}

export class QueuedRequest {
  readonly input: unknown;
  readonly options: PredictOptions;
  /** In milliseconds of `steadyMilliseconds()`, as all times here. */
  readonly arrival = steadyMilliseconds();
  /** Its place in the queue: requests with a lower one come before it. */
  turn = 0;
  /** When it was handed to its worker. */
  startedAt = 0;
  /** Number of the worker that has it; 0 where it waits. */
  worker = 0;
  /** Workers that have died with it, or fallen silent. */
  failures = 0;
  /** It has its prediction or its error. */
  isSettled = false;
  #isLate = false;
  readonly promise: Promise<Prediction>;
  readonly #reject: (error: Error) => void;
  readonly #resolve: (prediction: Prediction) => void;

  constructor(input: unknown, options: PredictOptions) {
    this.input = input;
    this.options = options;
    const { promise, resolve, reject } = Promise.withResolvers<Prediction>();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whom it is of. */
  get client(): string {
    return this.options.client ?? '';
  }

  /** Whether a place in the queue would be wasted on it. */
  get isOver(): boolean {
    return this.isSettled || this.options.isAbandoned?.() === true;
  }

  /** Its deadline has passed; whoever waits for it is told so once. */
  expire(): void {
    if (this.#isLate || this.isSettled) return;
    this.#isLate = true;
    this.options.onLate?.();
  }

  /** Like `resolve`, this does nothing where it has been called before, or `resolve` has. */
  reject(error: Error): void {
    this.isSettled = true;
    this.#reject(error);
  }

  /** Completes a worker's prediction by the time that the request was not being worked on: queue and IPC. */
  resolve(prediction: Prediction, now: number): void {
    this.isSettled = true;
    const { decode, predict } = prediction.milliseconds;
    const queue = Math.max(0, now - this.arrival - decode - predict);
    this.#resolve({ ...prediction, milliseconds: { queue, decode, predict } });
  }
}
