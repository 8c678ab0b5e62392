import type { Invocation } from '../invocation.ts';

/** Assumed service time until the first answers have been measured, milliseconds. */
const INITIAL_SERVICE_MILLISECONDS = 20;
/** Weight of the newest answer in the moving means of the service time and of its deviation. */
const SMOOTHING = 0.05;
/** Mean deviations above the mean that an answer is given: with less, questions that take all members would be cut short. */
const DEVIATIONS = 2;
/** The end of the line, whatever may come: a budget's worth of 10,000 requests a second. */
const MOST_WAITING = 10_000;

/**
 * The requests that wait for an execution environment, first come, first served, for as long as an answer in time is
 * possible. All that wait share one budget, so whoever stands in front expires first.
 *
 * Nobody is refused before that: who is refused comes again, and clients that do so at once make a storm of a few
 * requests too many, in which the others drown. So a refusal takes its time, and who waits for it may still be served.
 */
export class WaitingLine {
  readonly #budget: number;
  readonly #onExpired: (invocation: Invocation) => void;
  readonly #waiting = new Set<Invocation>();
  #serviceTime = INITIAL_SERVICE_MILLISECONDS;
  #deviation = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param budgetMilliseconds from arrival to answer
   * @param onExpired takes each request that can no longer be answered in time
   */
  constructor(budgetMilliseconds: number, onExpired: (invocation: Invocation) => void) {
    this.#budget = budgetMilliseconds;
    this.#onExpired = onExpired;
  }

  get length(): number {
    return this.#waiting.size;
  }

  /** Moving mean of the measured service time, milliseconds. */
  get serviceTime(): number {
    return this.#serviceTime;
  }

  /** Takes the time an environment was busy with one request into the means, which are those of RFC 6298, 2. */
  observe(milliseconds: number): void {
    const difference = milliseconds - this.#serviceTime;
    this.#deviation += SMOOTHING * (Math.abs(difference) - this.#deviation);
    this.#serviceTime += SMOOTHING * difference;
  }

  /**
   * Milliseconds a newcomer would wait for one of so many places in environments, all of them taken: everybody in front
   * has to be served, and the requests now being served are on average half done.
   */
  expectedWait(places: number): number {
    return ((this.#waiting.size + 0.5) * this.#serviceTime) / Math.max(places, 1);
  }

  /** Whether a request may join: it would be served in time if it were its turn at once. */
  admits(invocation: Invocation, now: number): boolean {
    return this.#waiting.size < MOST_WAITING && this.#latestStart(invocation) > now;
  }

  join(invocation: Invocation): void {
    this.#waiting.add(invocation);
    this.#timer ??= this.#watch();
  }

  /**
   * Takes a request back whose environment has ended; by its arrival it stands before those that came later.
   *
   * @returns false when it cannot be answered in time any more
   */
  rejoin(invocation: Invocation, now: number): boolean {
    if (this.#latestStart(invocation) <= now) return false;
    const inOrder = [...this.#waiting, invocation].sort((one, other) => one.arrival - other.arrival);
    this.#waiting.clear();
    for (const waiting of inOrder) this.#waiting.add(waiting);
    clearTimeout(this.#timer);
    this.#timer = this.#watch();
    return true;
  }

  has(invocation: Invocation): boolean {
    return this.#waiting.has(invocation);
  }

  /** Takes a request out that is not to wait any longer. @returns whether it did wait */
  leave(invocation: Invocation): boolean {
    return this.#waiting.delete(invocation);
  }

  /** The request whose turn it is; those that have expired are dropped on the way. */
  next(): Invocation | undefined {
    this.#expire(performance.now());
    const [first] = this.#waiting;
    if (first) this.#waiting.delete(first);
    return first;
  }

  #expire(now: number): void {
    for (const invocation of this.#waiting) {
      if (this.#latestStart(invocation) > now) return;
      this.#waiting.delete(invocation);
      this.#onExpired(invocation);
    }
  }

  /** Looks again when the first in line is due; ends with the line. */
  #watch(): NodeJS.Timeout | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const expire = () => {
      this.#expire(performance.now());
      this.#timer = this.#watch();
    };
    return setTimeout(expire, Math.max(1, this.#latestStart(first) - performance.now()));
  }

  /** When a request has to be started to be answered in time by all that it takes, in milliseconds of `performance.now()`. */
  #latestStart(invocation: Invocation): number {
    return invocation.arrival + this.#budget - this.#serviceTime - DEVIATIONS * this.#deviation;
  }
}
