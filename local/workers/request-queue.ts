/**
 * The queue in front of the workers of one model. It is fair to clients, and keeps a request only while it is expected to meet
 * its deadline.
 */
import { steadyMilliseconds } from '../../functions/inference/ensemble/predictor.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';
import { FairTurns } from './fair-turns.ts';
import type { QueuedRequest } from './queued-request.ts';

/** The moving mean of the service time, in milliseconds, before the first response. */
const INITIAL_SERVICE_MILLISECONDS = 20;
/** Weight of the newest response in the moving means of the service time and of its deviation. */
const SMOOTHING = 0.05;
/**
 * A measured service time counts as at most this many times the mean, because one slow input says nothing about those that
 * wait.
 */
const OUTLIER = 4;
/**
 * Time reserved for a request beyond the mean service time, in mean deviations. With fewer deviations, inputs that
 * need all members would not get all of them.
 */
const DEVIATIONS = 2;
/**
 * A request joins only if it would meet its deadline even if the queue took twice as long as expected. So requests rarely wait in
 * vain. At a deadline of one second, the queue then holds half a second of work, which is enough to keep the workers busy.
 */
const JOINING_MARGIN = 2;
/** How often the queue drops requests whose deadline is no longer expected to be met. */
const SWEEP_MILLISECONDS = 10;

/** Default limit of waiting requests: those of one second at 10,000 requests per second. */
const MOST_WAITING = 10_000;

/**
 * A request is refused as soon as its deadline is not expected to be met. By Little's law, a request leaves every
 * `serviceTime / capacity` milliseconds while every worker is fully occupied.
 */
export class RequestQueue {
  readonly #capacity: () => number;
  readonly #most: number;
  readonly #turns = new FairTurns();
  readonly #waiting: QueuedRequest[] = [];
  #serviceTime = INITIAL_SERVICE_MILLISECONDS;
  #deviation = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param capacity returns the number of requests that all workers take together
   * @param most largest number of requests that wait
   */
  constructor(capacity: () => number, most: number = MOST_WAITING) {
    this.#capacity = capacity;
    this.#most = most;
  }

  /** Waiting requests, in the order of their turns. */
  get requests(): readonly QueuedRequest[] {
    return this.#waiting;
  }

  /** Moving mean of the service time in milliseconds. */
  get serviceTime(): number {
    return this.#serviceTime;
  }

  /**
   * Updates the mean service time and the mean deviation (RFC 6298, section 2) with the time that a request spent in its worker.
   * Charges the request's client for the time beyond the mean.
   */
  observe({ client }: Pick<QueuedRequest, 'client'>, milliseconds: number): void {
    if (milliseconds > this.#serviceTime) this.#turns.take(client, milliseconds - this.#serviceTime);
    const difference = Math.min(milliseconds, OUTLIER * this.#serviceTime) - this.#serviceTime;
    this.#deviation += SMOOTHING * (Math.abs(difference) - this.#deviation);
    this.#serviceTime += SMOOTHING * difference;
  }

  /** Whole seconds, at least one, after which everything in the queue is expected to be done. */
  retryAfter(): number {
    return Math.max(1, Math.ceil(this.#wait(this.#waiting.length) / 1000));
  }

  /** Refuses a request, with the time after which it may be sent again. */
  refuse(request: QueuedRequest): void {
    const headers = { 'retry-after': String(this.retryAfter()) };
    request.reject(new Problem('too-busy', undefined, { headers }));
  }

  /** Records a request that was given to a worker without waiting. */
  pass(request: QueuedRequest): void {
    request.turn = this.#turns.take(request.client, this.#serviceTime);
    this.#turns.begin(request.turn);
  }

  /**
   * Adds a request. A full queue accepts it only if its turn is before that of the last request, which is then refused.
   * @returns false if a full queue does not accept it, or if it is not expected to meet its deadline
   */
  join(request: QueuedRequest): boolean {
    request.turn = this.#turns.next(request.client);
    const ahead = this.#ahead(request.turn);
    const wait = JOINING_MARGIN * this.#wait(ahead);
    if (ahead >= this.#most || this.#isLate(request, steadyMilliseconds() + wait)) return false;
    this.#turns.take(request.client, this.#serviceTime);
    this.#waiting.splice(ahead, 0, request);
    if (this.#waiting.length > this.#most) this.refuse(this.#waiting.pop()!);
    this.#watch();
    return true;
  }

  /**
   * Takes back a request whose worker is silent or has ended. The request keeps its turn, and even a full queue accepts it.
   * @returns false if its deadline cannot be met any more
   */
  rejoin(request: QueuedRequest): boolean {
    if (this.#isLate(request, steadyMilliseconds())) return false;
    this.#waiting.splice(this.#ahead(request.turn), 0, request);
    this.#watch();
    return true;
  }

  /** Takes the next request. Late and abandoned requests before it leave the queue, too. */
  next(): QueuedRequest | undefined {
    if (this.#waiting.length === 0) return undefined;
    const now = steadyMilliseconds();
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      if (request.isOver) request.abandon();
      else if (this.#isLate(request, now)) this.refuse(request);
      else {
        this.#turns.begin(request.turn);
        return request;
      }
    }
    return undefined;
  }

  clear(): QueuedRequest[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#waiting.splice(0);
  }

  /** Number of requests before this turn. */
  #ahead(turn: number): number {
    return this.#waiting.findLastIndex((other) => other.turn <= turn) + 1;
  }

  /** Expected milliseconds until a worker takes a request. @param ahead number of requests before it */
  #wait(ahead: number): number {
    return ((ahead + 1) * this.#serviceTime) / Math.max(this.#capacity(), 1);
  }

  /** Whether a request that starts at this time is not expected to meet its deadline. */
  #isLate({ options: { deadline, millisecondsAfter } }: QueuedRequest, start: number): boolean {
    return deadline.at - millisecondsAfter - this.#serviceTime - DEVIATIONS * this.#deviation <= start;
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => this.#sweep(), SWEEP_MILLISECONDS);
  }

  /** Checks all requests again: workers may have become slower, and deadlines need not be in the order of arrival. */
  #sweep(): void {
    this.#timer = undefined;
    const now = steadyMilliseconds();
    const turn = this.#wait(0);
    const expired: QueuedRequest[] = [];
    let kept = 0;
    for (const request of this.#waiting) {
      if (request.isOver) request.abandon();
      else if (this.#isLate(request, now + kept * turn)) expired.push(request);
      else this.#waiting[kept++] = request;
    }
    this.#waiting.length = kept;
    if (kept > 0) this.#watch();
    for (const request of expired) this.refuse(request);
  }
}
