/** Headers of the contract `predictions`. */

/** The answer, percent-encoded: the best label, or the reject answer, which the body cannot say. */
export const ANSWER_HEADER = 'x-subsecond-answer';
