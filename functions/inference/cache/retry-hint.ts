/** Tells from `retry` whether a request has probably been asked before. */

/** A caller that claims more attempts than this says nothing about the others. */
const MAX_CREDIBLE_ATTEMPTS = 10;

/**
 * Callers count their attempts down: whoever has fewer left than was ever seen here is asking again. Only a hint:
 * it decides whether a look-up comes before the prediction, never what is answered.
 */
export class RetryHint {
  #most = 0;

  suggestsRepeat(attemptsLeft: number | undefined): boolean {
    if (attemptsLeft === undefined || attemptsLeft > MAX_CREDIBLE_ATTEMPTS) return false;
    this.#most = Math.max(this.#most, attemptsLeft);
    return attemptsLeft < this.#most;
  }
}
