/** A moving mean of durations, for comparing the expected time with the deadline. */

/** Share of the newest measurement in the mean. */
export const NEWEST_SHARE = 0.1;
/** Limits one measurement to this multiple of the mean, because a frozen environment is not a slow model. */
export const OUTLIER_FACTOR = 4;

/**
 * The exponentially weighted mean after a further measurement, in milliseconds.
 * @param mean 0 before the first measurement, which counts in full
 */
export function movingMean(mean: number, milliseconds: number): number {
  if (mean === 0) return milliseconds;
  return mean + NEWEST_SHARE * (Math.min(milliseconds, OUTLIER_FACTOR * mean) - mean);
}
