import type { Invocation } from '../invocation.ts';

/** Assumed service time until the first answers have been measured, milliseconds. */
const INITIAL_SERVICE_MILLISECONDS = 20;
/** Weight of the newest answer in the moving mean of the service time. */
const SMOOTHING = 0.05;
/** Bound that holds whatever the measured times say. */
const MOST_WAITING = 10_000;

/**
 * The requests that wait for an execution environment, first come, first served, and the arithmetic of
 * whether waiting is worth it: all that wait share one budget, so whoever stands in front expires first.
 */
export class WaitingLine {
  readonly #budget: number;
  readonly #onExpired: (invocation: Invocation) => void;
  readonly #waiting = new Set<Invocation>();
  #serviceTime = INITIAL_SERVICE_MILLISECONDS;
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

  /** Takes the time an environment was busy with one request into the mean. */
  observe(milliseconds: number): void {
    this.#serviceTime += SMOOTHING * (milliseconds - this.#serviceTime);
  }

  /**
   * Milliseconds a newcomer would wait for one of `servers` busy environments: everybody in front has to be
   * served, and the requests now being served are on average half done.
   */
  expectedWait(servers: number): number {
    return ((this.#waiting.size + 0.5) * this.#serviceTime) / Math.max(servers, 1);
  }

  /** Whether a request would still be answered within its budget if it joined now. */
  admits(invocation: Invocation, now: number, servers: number): boolean {
    const answered = now + this.expectedWait(servers) + this.#serviceTime;
    return this.#waiting.size < MOST_WAITING && answered <= invocation.arrival + this.#budget;
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

  /** When a request has to be started to be answered in time, in milliseconds of `performance.now()`. */
  #latestStart(invocation: Invocation): number {
    return invocation.arrival + this.#budget - this.#serviceTime;
  }
}
