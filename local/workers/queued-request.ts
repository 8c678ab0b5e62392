/** One request on its way through a pool. The queue and the workers pass this object on. */
import {
  type Prediction,
  type PredictOptions,
  steadyMilliseconds,
} from '../../functions/inference/ensemble/predictor.ts';

export class QueuedRequest {
  readonly input: unknown;
  readonly options: PredictOptions;
  /** When the request arrived. This time and `startedAt` are in milliseconds of `steadyMilliseconds()`. */
  readonly arrival = steadyMilliseconds();
  /** Virtual time of the request in `FairTurns`. Requests with lower turns come first. */
  turn = 0;
  /** When a worker got the request. */
  startedAt = 0;
  /** Number of the last worker that got the request; 0 at first, and after the request was taken from a silent worker. */
  worker = 0;
  /** Number of workers that died or fell silent while they had this request. */
  failures = 0;
  isSettled = false;
  readonly #outcome = Promise.withResolvers<Prediction>();
  readonly promise = this.#outcome.promise;

  constructor(input: unknown, options: PredictOptions) {
    this.input = input;
    this.options = options;
  }

  /** The sender, for fair queueing. */
  get client(): string {
    return this.options.client ?? '';
  }

  /** Whether the request needs no worker any more. */
  get isOver(): boolean {
    return this.isSettled || this.options.isAbandoned?.() === true;
  }

  /** Ends a request that is over. Nobody receives the error, and it is not reported. */
  abandon(): void {
    this.reject(new Error('nobody waits for this request any more'));
  }

  /** Settles the request with an error, if it is not settled yet. */
  reject(error: Error): void {
    this.isSettled = true;
    this.#outcome.reject(error);
  }

  /** Adds the time in the queue and in IPC to a worker's prediction, and settles the request with that prediction. */
  resolve(prediction: Prediction, now: number): void {
    this.isSettled = true;
    const { decode, predict } = prediction.milliseconds;
    const queue = Math.max(0, now - this.arrival - decode - predict);
    this.#outcome.resolve({ ...prediction, milliseconds: { queue, decode, predict } });
  }
}
