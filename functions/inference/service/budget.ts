/** The milliseconds left of the caller's second. */

export interface BudgetLimits {
  readonly budgetMilliseconds: number;
  readonly networkMarginMilliseconds: number;
}

/** One request's deadline. */
export class Budget {
  readonly #deadline: number;
  readonly #now: () => number;

  /**
   * @param received when the gateway took the request, in milliseconds since 1970; waiting before the function
   * counts. A clock that is ahead of ours is not believed.
   */
  constructor(limits: BudgetLimits, received: number, now: () => number = Date.now) {
    this.#now = now;
    this.#deadline = Math.min(received, now()) + limits.budgetMilliseconds - limits.networkMarginMilliseconds;
  }

  /** Negative once the answer is late. */
  millisecondsLeft(): number {
    return this.#deadline - this.#now();
  }
}
