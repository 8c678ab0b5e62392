/** The queue in front of the workers of one model: first come, first served, for as long as a response in time is possible. */
import { steadyMilliseconds } from '../../functions/inference/ensemble/deadline.ts';
import type { PredictOptions } from '../../functions/inference/ensemble/predictor.ts';
import { Abandoned, type Task } from './task.ts';

/** Assumed service time until the first responses have been measured, milliseconds. */
const INITIAL_SERVICE_MILLISECONDS = 20;
/** Weight of the newest response in the moving means of the service time and of its deviation. */
const SMOOTHING = 0.05;
/** Mean deviations above the mean that a response is given: with less, inputs that take all members would be cut short. */
const DEVIATIONS = 2;
/** The end of the queue unless it is said: a second's worth of 10,000 requests a second. */
const MOST_WAITING = 10_000;
/** Timers cannot wait forever, as some deadlines do. */
const LONGEST_WATCH_MILLISECONDS = 60_000;

/**
 * Nobody is refused before the deadline can no longer be met: who is refused comes again, and clients that do so at once make a
 * storm of a few requests too many, in which the others drown. So a refusal takes its time, and who waits may still be served.
 */
export class RequestQueue {
  readonly #expired: (task: Task) => void;
  readonly #most: number;
  readonly #waiting: Task[] = [];
  #serviceTime = INITIAL_SERVICE_MILLISECONDS;
  #deviation = 0;
  #timer: NodeJS.Timeout | undefined;
  /** What the timer waits for; no deadline in the queue is earlier. */
  #earliest = Infinity;
  readonly #onTimer = () => this.#expire();

  /**
   * @param expired takes each request whose deadline can no longer be met
   * @param most requests that may wait
   */
  constructor(expired: (task: Task) => void, most: number = MOST_WAITING) {
    this.#expired = expired;
    this.#most = most;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Moving mean of the measured service time, milliseconds. */
  get serviceTime(): number {
    return this.#serviceTime;
  }

  /** Takes the time that a worker had a request into the means, which are those of RFC 6298, 2. */
  observe(milliseconds: number): void {
    const difference = milliseconds - this.#serviceTime;
    this.#deviation += SMOOTHING * (Math.abs(difference) - this.#deviation);
    this.#serviceTime += SMOOTHING * difference;
  }

  /**
   * Whole seconds, at least one, after which a request may find a place: everybody in the queue has to be served, and the
   * requests now being served are on average half done.
   *
   * @param places requests that all workers take together, all of them taken
   */
  retryAfter(places: number): number {
    const milliseconds = ((this.#waiting.length + 0.5) * this.#serviceTime) / Math.max(places, 1);
    return Math.max(1, Math.ceil(milliseconds / 1000));
  }

  /** @returns false where the queue is full, or the deadline could not be met if it were the request's turn at once */
  join(task: Task): boolean {
    if (this.#waiting.length >= this.#most || this.#isLate(task, steadyMilliseconds())) return false;
    this.#waiting.push(task);
    this.#watch(task);
    return true;
  }

  /**
   * Takes a request back whose worker has ended; it stands before those that came later, and a full queue has room for it.
   *
   * @returns false where its deadline can no longer be met
   */
  rejoin(task: Task): boolean {
    if (this.#isLate(task, steadyMilliseconds())) return false;
    const later = this.#waiting.findIndex(({ arrival }) => arrival > task.arrival);
    this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, task);
    this.#watch(task);
    return true;
  }

  /** The request whose turn it is. Those that have expired, or that nobody waits for, leave the queue on the way. */
  next(): Task | undefined {
    if (this.#waiting.length === 0) return undefined;
    const now = steadyMilliseconds();
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (task.options.isAbandoned?.()) task.reject(new Abandoned());
      else if (this.#isLate(task, now)) this.#expired(task);
      else return task;
    }
    return undefined;
  }

  /** Empties the queue. @returns those that waited */
  clear(): Task[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#earliest = Infinity;
    return this.#waiting.splice(0);
  }

  #isLate({ options }: Task, now: number): boolean {
    return this.#latestStart(options) <= now;
  }

  /** When a request has to be started to meet its deadline with all that it takes. */
  #latestStart({ deadline, millisecondsAfter }: PredictOptions): number {
    return deadline.at - millisecondsAfter - this.#serviceTime - DEVIATIONS * this.#deviation;
  }

  /** One timer for the earliest deadline: most requests come with later ones and leave without it. */
  #watch({ options }: Task): void {
    const { at } = options.deadline;
    if (this.#timer && at >= this.#earliest) return;
    this.#earliest = at;
    clearTimeout(this.#timer);
    const left = this.#latestStart(options) - steadyMilliseconds();
    this.#timer = setTimeout(this.#onTimer, Math.min(Math.max(1, left), LONGEST_WATCH_MILLISECONDS));
  }

  /** Deadlines need not be in the order of arrival, so every request is looked at. */
  #expire(): void {
    this.#timer = undefined;
    this.#earliest = Infinity;
    const now = steadyMilliseconds();
    const expired: Task[] = [];
    let first: Task | undefined;
    let kept = 0;
    for (const task of this.#waiting) {
      if (this.#isLate(task, now)) {
        expired.push(task);
        continue;
      }
      if (!first || task.options.deadline.at < first.options.deadline.at) first = task;
      this.#waiting[kept++] = task;
    }
    this.#waiting.length = kept;
    if (first) this.#watch(first);
    for (const task of expired) this.#expired(task);
  }
}
