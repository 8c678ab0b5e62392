import { quantile } from '../../verdict/statistics.ts';

/** One percentile of a run's latencies. */
export interface SpectrumPoint {
  /** Between 0 and 1; 1 is the slowest answer. */
  quantile: number;
  /** Null where the percentile falls on an exchange without a good answer, which is later than any. */
  milliseconds: number | null;
  /** Exchanges up to here. */
  count: number;
}

/** Percentiles that people ask for by name, besides those of the steps. */
const NAMED = [0.5, 0.9, 0.95, 0.99, 0.999];
/** Points for each halving of what is left, as HdrHistogram prints them by default. */
const POINTS_PER_HALF = 5;

/**
 * The percentile spectrum up to the slowest answer: as in HdrHistogram's percentile output, points get the closer the
 * nearer they are to 1, and end where one exchange is all that is left (Tene, HdrHistogram, `PercentileIterator`).
 * @param sorted latencies in milliseconds, failed exchanges as Infinity, the fastest first
 */
export function spectrumOf(sorted: readonly number[]): SpectrumPoint[] {
  const { length } = sorted;
  if (length === 0) return [];
  const steps: number[] = [];
  for (let left = 1; left * length > 1; left /= 2) {
    for (let point = 0; point < POINTS_PER_HALF; point++) {
      const share = 1 - left * (1 - point / (2 * POINTS_PER_HALF));
      steps.push(Number(share.toFixed(12)));
    }
  }
  const named = NAMED.filter((share) => (1 - share) * length >= 1);
  const quantiles = [...new Set([...steps, ...named, 1])].sort((first, second) => first - second);
  return quantiles.map((share) => {
    const milliseconds = quantile(sorted, share);
    return {
      quantile: share,
      milliseconds: Number.isFinite(milliseconds) ? milliseconds : null,
      count: Math.max(1, Math.ceil(share * length - 1e-9)),
    };
  });
}

/** Quantiles below 1 that people know by name, as far as one of the spectra has enough answers for them. */
export function namedQuantiles(spectra: readonly (readonly SpectrumPoint[])[]): number[] {
  return NAMED.filter((share) => spectra.some((points) => points.some(({ quantile }) => quantile === share)));
}
