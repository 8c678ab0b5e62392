/** Headers of the contract `predictions`. */

/** The response, percent-encoded: the best label, or the reject label, which the body cannot say. */
export const PREDICTION_HEADER = 'x-subsecond-prediction';
