/** The milliseconds left of the caller's second. */

/**
 * API Gateway's HTTP API waits 30 s at most for a function: nobody waits for an older request, so an older one is
 * none, and a clock was set.
 */
const OLDEST_REQUEST_MILLISECONDS = 30_000;

export interface BudgetLimits {
  readonly budgetMilliseconds: number;
  readonly networkMarginMilliseconds: number;
}

/** What the time is told by, in milliseconds. */
export interface Clocks {
  /** Since 1970: the only one that the gateway and we have in common, and one that people and time servers set. */
  wall(): number;
  /** Since some moment or other; runs evenly. */
  steady(): number;
}

const CLOCKS: Clocks = { wall: () => Date.now(), steady: () => performance.now() };

/** One request's deadline. */
export class Budget {
  readonly #deadline: number;
  readonly #steady: () => number;

  /**
   * Reads the wall clock once, for the time the request has waited; what follows is counted by the steady one.
   *
   * @param received when the gateway took the request, in milliseconds since 1970; waiting before the function
   * counts. Where the clocks disagree about more than can be (a request of the future, or one that nobody waits for any
   * more), it counts as taken now.
   */
  constructor(limits: BudgetLimits, received: number, { wall, steady }: Clocks = CLOCKS) {
    this.#steady = steady;
    const waited = wall() - received;
    const believed = waited > 0 && waited <= OLDEST_REQUEST_MILLISECONDS ? waited : 0;
    this.#deadline = steady() - believed + limits.budgetMilliseconds - limits.networkMarginMilliseconds;
  }

  /** Negative once the answer is late. */
  millisecondsLeft(): number {
    return this.#deadline - this.#steady();
  }
}
