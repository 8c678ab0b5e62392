import { CostError } from '../errors.ts';
import type { Durations, Quantile } from './workload.ts';

/** Facts of a load run's report.json that a bill needs. */
export interface LoadRun {
  readonly scenario: string;
  readonly started: string;
  readonly requests: number;
  readonly ratePerSecond: number;
  readonly repeatShare: number;
  /** Durations by kind of response; undefined if there was no response of this kind, or none with a billed duration. */
  readonly fresh: Durations | undefined;
  readonly cached: Durations | undefined;
  /** Share of requests for which an execution environment had to be started. */
  readonly coldStartShare: number;
  /** Number of worker processes, which count as environments; undefined unless the run itself started the service. */
  readonly workers: number | undefined;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Sentences that say where the durations come from, and why they may not be those of the service on Lambda. */
  readonly notes: readonly string[];
}

interface Part {
  count?: unknown;
}

/**
 * Reads the parsed report.json of `npm run load`. Billed durations are the means that the function itself reported,
 * with the spread that the client saw (see runDurations).
 * @throws CostError that names the first missing or invalid field, or says that no request got a good response
 */
export function parseLoadRun(json: unknown, file: string): LoadRun {
  const report = (json ?? {}) as Record<string, unknown>;
  const number = (value: unknown, field: string): number => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
      throw new CostError(
        `${file}: "${field}" must be a number of 0 or more; is it the report.json of a load run?`,
      );
    }
    return value;
  };
  const freshCount = number((report.fresh as Part | undefined)?.count ?? 0, 'fresh.count');
  const cachedCount = number((report.cached as Part | undefined)?.count ?? 0, 'cached.count');
  const requests = number(report.requests, 'requests');
  const ratePerSecond = number(report.ratePerSecond, 'ratePerSecond');
  if (requests === 0 || freshCount + cachedCount === 0 || ratePerSecond === 0) {
    throw new CostError(
      `${file}: no request got a good response, so there is nothing to price. The report.md beside it says why. Repeat the load ` +
        'run, name another with --from, or give --rps and --fresh.',
    );
  }
  const billed = (report.billedMilliseconds ?? {}) as Record<string, unknown>;
  const durations = (kind: 'fresh' | 'cached', count: number) => {
    const mean = count > 0 ? number(billed[kind], `billedMilliseconds.${kind}`) : 0;
    // Targets without server-timing do not report billed durations; the report then has a zero.
    return mean > 0 ? runDurations(mean, report, kind) : undefined;
  };
  const fresh = durations('fresh', freshCount);
  const cached = durations('cached', cachedCount);
  const target = String(report.target ?? '');
  const { outcome } = (report.verdict ?? {}) as { outcome?: unknown };
  return {
    scenario: String(report.scenario ?? 'unnamed'),
    started: String(report.started ?? 'at an unknown time'),
    requests,
    ratePerSecond,
    repeatShare: cachedCount / (freshCount + cachedCount),
    fresh: fresh?.durations,
    cached: cached?.durations,
    coldStartShare: Math.min(1, number(report.coldStarts ?? 0, 'coldStarts') / requests),
    workers: report.workers === undefined ? undefined : number(report.workers, 'workers'),
    requestBytes: Math.round(number(report.requestBytes, 'requestBytes')),
    responseBytes: Math.round(number(report.responseBytes, 'responseBytes')),
    notes: [
      ...(outcome === 'INVALID' ? [INVALID_NOTE] : []),
      ...(fresh ? [fresh.note] : []),
      ...(isLocal(target) ? [localNote(target)] : []),
    ],
  };
}

const INVALID_NOTE =
  'The load run is INVALID: its load generator was late or the bottleneck, so its durations say little about the service.';

function isLocal(target: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(target);
}

function localNote(target: string): string {
  return `Durations were measured on one machine (${target}), not on Lambda: measure on Lambda before you rely on the costs.`;
}

/** The quantiles that are read from the report. More quantiles would only follow the noise of the run. */
const SHAPING = [0.5, 0.95, 0.99];
/** A quantile with fewer responses above it is not used, because it depends on chance. */
const FEWEST_ABOVE = 2;

/**
 * The durations of one kind of response: the function's mean, and the client's quantiles less the time outside of the function,
 * which is the client's mean less the function's. If this time is longer than the function's mean, the quantiles are not used,
 * because they then mostly show a queue. If this time is negative, they are not used either.
 * @param mean of the function, in milliseconds
 * @param report parsed report.json of `npm run load`
 */
function runDurations(
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
      note: `Only the mean of the run is used (${mean.toFixed(1)} ms): the client measured ${clientMean.toFixed(1)} ms, so the quantiles of the run are not the function's.`,
    };
  }
  const { count = 0, durationMilliseconds = {} } = group;
  const quantiles = SHAPING.flatMap((share): Quantile[] => {
    const milliseconds = (durationMilliseconds[`p${share * 100}`] ?? 0) - outside;
    return (1 - share) * count >= FEWEST_ABOVE && milliseconds > 0 ? [{ share, milliseconds }] : [];
  });
  return {
    durations: quantiles.length > 0 ? { mean, quantiles } : { mean },
    note: `Quantiles are those of ${count} responses as the client saw them, less ${outside.toFixed(1)} ms, the difference between the client's mean and the function's.`,
  };
}
