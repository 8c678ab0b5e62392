/** The milliseconds left of the caller's second. */

/** Share of the budget that the result cache may cost altogether, and its ceiling in milliseconds. */
const CACHE_SHARE = 0.12;
const MAX_CACHE_MILLISECONDS = 120;

export interface BudgetLimits {
  readonly budgetMilliseconds: number;
  readonly networkMarginMilliseconds: number;
}

/** What the result cache may cost one request, look-up and write together, in milliseconds. */
export function cacheAllowance({ budgetMilliseconds }: BudgetLimits): number {
  return Math.min(MAX_CACHE_MILLISECONDS, CACHE_SHARE * budgetMilliseconds);
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
