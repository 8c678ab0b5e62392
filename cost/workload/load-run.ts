import { CostError } from '../errors.ts';
import { runDurations } from './run-durations.ts';
import type { Durations } from './workload.ts';

/** What a load run's report.json tells a bill. */
export interface LoadRun {
  readonly scenario: string;
  readonly started: string;
  readonly requests: number;
  readonly ratePerSecond: number;
  readonly repeatShare: number;
  readonly fresh: Durations | undefined;
  readonly cached: Durations | undefined;
  /** Share of requests for which an execution environment had to be started. */
  readonly coldStartShare: number;
  /** Of the service under test; only a run that started the service itself knows them. */
  readonly workers: number | undefined;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** What the durations are and are not, one sentence each. */
  readonly notes: readonly string[];
}

interface Part {
  count?: unknown;
}

/**
 * Reads the parsed report.json of `npm run load`. Billed durations are the means that the function itself reported,
 * with the spread that the client saw (see run-durations.ts).
 * @throws CostError naming the first field that is missing.
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
  if (requests === 0 || freshCount + cachedCount === 0) {
    throw new CostError(`${file}: no request was answered, so there is nothing to price.`);
  }
  const billed = (report.billedMilliseconds ?? {}) as Record<string, unknown>;
  const durations = (kind: 'fresh' | 'cached', count: number) =>
    count > 0 ? runDurations(number(billed[kind], `billedMilliseconds.${kind}`), report, kind) : undefined;
  const fresh = durations('fresh', freshCount);
  const cached = durations('cached', cachedCount);
  const target = String(report.target ?? '');
  return {
    scenario: String(report.scenario ?? 'unnamed'),
    started: String(report.started ?? 'at an unknown time'),
    requests,
    ratePerSecond: number(report.ratePerSecond, 'ratePerSecond'),
    repeatShare: cachedCount / (freshCount + cachedCount),
    fresh: fresh?.durations,
    cached: cached?.durations,
    coldStartShare: Math.min(1, number(report.coldStarts ?? 0, 'coldStarts') / requests),
    workers: report.workers === undefined ? undefined : number(report.workers, 'workers'),
    requestBytes: Math.round(number(report.requestBytes, 'requestBytes')),
    responseBytes: Math.round(number(report.responseBytes, 'responseBytes')),
    notes: [...(fresh ? [fresh.note] : []), ...(isLocal(target) ? [localNote(target)] : [])],
  };
}

function isLocal(target: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(target);
}

function localNote(target: string): string {
  return `Durations were measured on one machine (${target}), not on Lambda: measure there before you rely on them.`;
}
