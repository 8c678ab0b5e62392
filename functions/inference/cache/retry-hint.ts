/** Tells from `retry` whether a request is probably a repeat. */

/** A caller that claims more attempts than this says nothing about the others. */
const MAX_CREDIBLE_ATTEMPTS = 10;

/**
 * Callers count their attempts down: one with fewer left than the most seen here is repeating a request. This is only a
 * hint: it decides whether a look-up precedes the prediction, never what the response is.
 */
export class RetryHint {
  #most = 0;

  suggestsRepeat(attemptsLeft: number | undefined): boolean {
    if (attemptsLeft === undefined || attemptsLeft > MAX_CREDIBLE_ATTEMPTS) return false;
    this.#most = Math.max(this.#most, attemptsLeft);
    return attemptsLeft < this.#most;
  }
}
