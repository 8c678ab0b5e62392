/** Headers of the contract `predictions`. */

/** The caller's request id; without one, nothing is remembered. */
export const ID_HEADER = 'x-request-id';

/** The answer, percent-encoded: the best label, or the reject answer, which the body cannot say. */
export const ANSWER_HEADER = 'x-subsecond-answer';
