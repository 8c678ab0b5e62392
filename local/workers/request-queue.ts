/** The queue in front of the workers of one model: fair to its clients, for as long as a response in time is expected. */
import { steadyMilliseconds } from '../../functions/inference/ensemble/predictor.ts';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { FairTurns } from './fair-turns.ts';
import { Abandoned, type QueuedRequest } from './queued-request.ts';

/** Assumed service time until the first responses have been measured, milliseconds. */
const INITIAL_SERVICE_MILLISECONDS = 20;
/** Weight of the newest response in the moving means of the service time and of its deviation. */
const SMOOTHING = 0.05;
/** A measured service time counts as at most this many times the mean: one slow input says nothing of those that wait. */
const OUTLIER = 4;
/** Mean deviations above the mean that a request is allowed: with fewer, inputs that need all members would be cut short. */
const DEVIATIONS = 2;
/**
 * A request joins only if it would be served in time even when the queue takes twice as long. Requests in the queue are then rarely
 * refused after a wait in vain, and half a second of queued work keeps the workers as busy as a whole second.
 */
const JOINING_MARGIN = 2;
/** How often the queue drops requests whose deadline is no longer expected to be met. */
const SWEEP_MILLISECONDS = 10;

/** Default capacity of the queue: one second of 10,000 requests per second. */
const MOST_WAITING = 10_000;

/** What a model's `ensemble.json` says of its queue. */
export type QueueLimits = Manifest['queue'];

/**
 * A request is refused as soon as its deadline is not expected to be met. The expectation is Little's law: while all places are
 * taken, a request leaves every `serviceTime / places` milliseconds.
 */
export class RequestQueue {
  readonly #expired: (request: QueuedRequest) => void;
  readonly #places: () => number;
  readonly #most: number;
  readonly #timeout: number;
  readonly #turns = new FairTurns();
  /** By their turns. */
  readonly #waiting: QueuedRequest[] = [];
  #serviceTime = INITIAL_SERVICE_MILLISECONDS;
  #deviation = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #onTimer = () => this.#sweep();

  /**
   * @param expired takes each request whose deadline is not expected to be met any more
   * @param places requests that all workers take together
   */
  constructor(
    expired: (request: QueuedRequest) => void,
    places: () => number,
    { maxSize = MOST_WAITING, timeoutMilliseconds = Number.POSITIVE_INFINITY }: QueueLimits = {},
  ) {
    this.#expired = expired;
    this.#places = places;
    this.#most = maxSize;
    this.#timeout = timeoutMilliseconds;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Moving mean of the measured service time, milliseconds. */
  get serviceTime(): number {
    return this.#serviceTime;
  }

  /** Takes the time that a worker had a request into the means, which are those of RFC 6298, 2. */
  observe({ client }: Pick<QueuedRequest, 'client'>, milliseconds: number): void {
    if (milliseconds > this.#serviceTime) this.#turns.take(client, milliseconds - this.#serviceTime);
    const difference = Math.min(milliseconds, OUTLIER * this.#serviceTime) - this.#serviceTime;
    this.#deviation += SMOOTHING * (Math.abs(difference) - this.#deviation);
    this.#serviceTime += SMOOTHING * difference;
  }

  /** Whole seconds, at least one, after which everybody in the queue is expected to have been served. */
  retryAfter(): number {
    return Math.max(1, Math.ceil(this.#wait(this.#waiting.length) / 1000));
  }

  /** A request that has not had to wait was handed to a worker. */
  pass(request: QueuedRequest): void {
    request.turn = this.#turns.take(request.client, this.#serviceTime);
    this.#turns.begin(request.turn);
  }

  /**
   * A full queue takes a request whose turn is before that of another one, which expires.
   *
   * @returns false where the queue is full, or the request is not expected to be served in time
   */
  join(request: QueuedRequest): boolean {
    request.turn = this.#turns.next(request.client);
    const ahead = this.#ahead(request.turn);
    const wait = JOINING_MARGIN * this.#wait(ahead);
    if (ahead >= this.#most || this.#isLate(request, steadyMilliseconds() + wait)) return false;
    this.#turns.take(request.client, this.#serviceTime);
    this.#waiting.splice(ahead, 0, request);
    if (this.#waiting.length > this.#most) this.#expired(this.#waiting.pop()!);
    this.#watch();
    return true;
  }

  /**
   * Takes a request back whose worker has ended; it has its turn as before, and a full queue has room for it.
   *
   * @returns false where its deadline can no longer be met
   */
  rejoin(request: QueuedRequest): boolean {
    if (this.#isLate(request, steadyMilliseconds())) return false;
    this.#waiting.splice(this.#ahead(request.turn), 0, request);
    this.#watch();
    return true;
  }

  /** The request whose turn it is. Those that have expired, or that nobody waits for, leave the queue on the way. */
  next(): QueuedRequest | undefined {
    if (this.#waiting.length === 0) return undefined;
    const now = steadyMilliseconds();
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      if (request.isOver) request.reject(new Abandoned());
      else if (this.#isLate(request, now)) this.#expired(request);
      else {
        this.#turns.begin(request.turn);
        return request;
      }
    }
    return undefined;
  }

  /** Empties the queue. @returns those that waited */
  clear(): QueuedRequest[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#waiting.splice(0);
  }

  /** How many stand before one with such a turn. */
  #ahead(turn: number): number {
    return this.#waiting.findLastIndex((other) => other.turn <= turn) + 1;
  }

  /** Milliseconds until it is the turn of a request that stands behind so many others. */
  #wait(ahead: number): number {
    return ((ahead + 1) * this.#serviceTime) / Math.max(this.#places(), 1);
  }

  /** Whether a request that is started then has waited too long, or is not expected to meet its deadline with all that it takes. */
  #isLate({ arrival, options: { deadline, millisecondsAfter } }: QueuedRequest, start: number): boolean {
    const latest = deadline.at - millisecondsAfter - this.#serviceTime - DEVIATIONS * this.#deviation;
    return Math.min(latest, arrival + this.#timeout) <= start;
  }

  #watch(): void {
    this.#timer ??= setTimeout(this.#onTimer, SWEEP_MILLISECONDS);
  }

  /** Workers may have become slower since a request joined, and deadlines need not be in the order of arrival. */
  #sweep(): void {
    this.#timer = undefined;
    const now = steadyMilliseconds();
    const turn = this.#wait(0);
    const expired: QueuedRequest[] = [];
    let kept = 0;
    for (const request of this.#waiting) {
      if (request.isOver) request.reject(new Abandoned());
      else if (this.#isLate(request, now + kept * turn)) expired.push(request);
      else this.#waiting[kept++] = request;
    }
    this.#waiting.length = kept;
    if (kept > 0) this.#watch();
    for (const request of expired) this.#expired(request);
  }
}
