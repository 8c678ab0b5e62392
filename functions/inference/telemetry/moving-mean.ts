/** A moving mean of durations, for comparing the expected time with the deadline. */

export const NEWEST_SHARE = 0.1;
/** A measurement counts as at most this multiple of the mean, because Lambda may have frozen the process during it. */
export const OUTLIER_FACTOR = 4;

/**
 * The exponentially weighted mean after a further measurement, in milliseconds.
 * @param mean the mean before the measurement. 0 before the first measurement, which becomes the mean.
 */
export function movingMean(mean: number, milliseconds: number): number {
  if (mean === 0) return milliseconds;
  return mean + NEWEST_SHARE * (Math.min(milliseconds, OUTLIER_FACTOR * mean) - mean);
}
