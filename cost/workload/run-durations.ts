import type { Durations, Quantile } from './workload.ts';

interface Spectrum {
  readonly quantile: number;
  readonly milliseconds: number | null;
}

/** Quantiles that shape a distribution; more of them would only follow the noise of the run. */
const SHAPING = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999];
/** A quantile with fewer answers above it is chance. */
const FEWEST_ABOVE = 2;

/**
 * The durations of one kind of answers in a load run: the function's own mean, with the client's quantiles moved down
 * by what the client's mean is above it. Where a client waited longer than the function worked, its quantiles are those
 * of the queue and are left alone.
 * @param mean as the function reported it, in milliseconds
 * @param report parsed report.json of `npm run load`
 */
export function runDurations(
  mean: number,
  report: Readonly<Record<string, unknown>>,
  kind: 'fresh' | 'cached',
): { durations: Durations; note: string } {
  const group = (report[kind] ?? {}) as { count?: number; durationMilliseconds?: Record<string, number> };
  const clientMean = group.durationMilliseconds?.mean ?? 0;
  const outside = clientMean - mean;
  if (!(outside >= 0 && outside <= mean)) {
    return {
      durations: { mean },
      note: `Only the mean of the run is used (${mean.toFixed(1)} ms): its client took ${clientMean.toFixed(1)} ms, so its quantiles are not the function's.`,
    };
  }
  const quantiles = shape(report, kind, group.count ?? 0)
    .map(({ share, milliseconds }) => ({ share, milliseconds: milliseconds - outside }))
    .filter(({ milliseconds }) => milliseconds > 0);
  return {
    durations: quantiles.length > 0 ? { mean, quantiles } : { mean },
    note: `Quantiles are those of ${group.count ?? 0} answers as the client saw them, less the ${outside.toFixed(1)} ms by which its mean is above the function's.`,
  };
}

function shape(report: Readonly<Record<string, unknown>>, kind: string, count: number): Quantile[] {
  const { durationMilliseconds = {} } = (report[kind] ?? {}) as {
    durationMilliseconds?: Record<string, number>;
  };
  const spectrum = (report.spectrum as Record<string, Spectrum[]> | undefined)?.[kind] ?? [];
  return SHAPING.filter((share) => (1 - share) * count >= FEWEST_ABOVE).flatMap((share) => {
    const milliseconds =
      spectrum.find(({ quantile }) => quantile === share)?.milliseconds ??
      durationMilliseconds[`p${share * 100}`];
    return typeof milliseconds === 'number' ? [{ share, milliseconds }] : [];
  });
}
