/** Limits of the search for the highest rate that keeps the promise, in requests per second. */
export interface PeakLimits {
  start: number;
  /** The search does not go higher. */
  most: number;
  /** Stop when the lowest broken rate is at most this share above the highest kept one. */
  precision: number;
}

/**
 * Finds the highest whole rate for which `keeps` is true: doubles from `start` until a rate breaks the
 * promise (or halves until one keeps it), then halves the interval until it is narrow enough.
 * @returns 0 when no rate keeps the promise
 */
export async function searchPeak(
  keeps: (rate: number) => Promise<boolean>,
  { start, most, precision }: PeakLimits,
): Promise<number> {
  let kept = 0;
  let broken = Number.POSITIVE_INFINITY;
  let rate = Math.min(start, most);
  while (rate >= 1 && rate > kept && rate < broken) {
    if (await keeps(rate)) kept = rate;
    else broken = rate;
    rate = nextRate(kept, broken, most, precision);
  }
  return kept;
}

function nextRate(kept: number, broken: number, most: number, precision: number): number {
  if (broken === Number.POSITIVE_INFINITY) return Math.min(2 * kept, most);
  if (kept > 0 && broken - kept <= Math.max(1, precision * kept)) return kept;
  return Math.floor((kept + broken) / 2);
}
