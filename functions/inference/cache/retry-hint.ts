/** Tells from `retry` whether a request is probably a repeat. */

/** Callers that claim more attempts than this are ignored, because they would spoil the hint for all others. */
const MAX_CREDIBLE_ATTEMPTS = 10;

/**
 * Callers count their attempts down, so a request with fewer attempts left than the highest number seen here is
 * probably a repeat. The hint only decides whether a look-up precedes the prediction, never what the response is.
 */
export class RetryHint {
  #most = 0;

  suggestsRepeat(attemptsLeft: number | undefined): boolean {
    if (attemptsLeft === undefined || attemptsLeft > MAX_CREDIBLE_ATTEMPTS) return false;
    this.#most = Math.max(this.#most, attemptsLeft);
    return attemptsLeft < this.#most;
  }
}
