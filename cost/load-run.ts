import { CostError } from './errors.ts';
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
  /** Share of requests that a cold or spilled environment served. */
  readonly spillOverShare: number;
  /** Provisioned concurrency of the service under test; only a run that started the service itself knows it. */
  readonly provisioned: number | undefined;
  readonly requestBytes: number;
  readonly responseBytes: number;
}

interface Part {
  count?: unknown;
}

/**
 * Reads the parsed report.json of `npm run load`. Billed durations are the means that the function itself
 * reported; the client's latencies contain the network and are left alone.
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
  const fresh = number((report.fresh as Part | undefined)?.count ?? 0, 'fresh.count');
  const cached = number((report.cached as Part | undefined)?.count ?? 0, 'cached.count');
  const requests = number(report.requests, 'requests');
  if (requests === 0 || fresh + cached === 0) {
    throw new CostError(`${file}: no request was answered, so there is nothing to price.`);
  }
  const billed = (report.billedMilliseconds ?? {}) as Record<string, unknown>;
  const duration = (kind: 'fresh' | 'cached', count: number) =>
    count > 0 ? { mean: number(billed[kind], `billedMilliseconds.${kind}`) } : undefined;
  return {
    scenario: String(report.scenario ?? 'unnamed'),
    started: String(report.started ?? 'at an unknown time'),
    requests,
    ratePerSecond: number(report.ratePerSecond, 'ratePerSecond'),
    repeatShare: cached / (fresh + cached),
    fresh: duration('fresh', fresh),
    cached: duration('cached', cached),
    spillOverShare: Math.min(1, number(report.spillOver ?? 0, 'spillOver') / requests),
    provisioned: report.provisioned === undefined ? undefined : number(report.provisioned, 'provisioned'),
    requestBytes: Math.round(number(report.requestBytes, 'requestBytes')),
    responseBytes: Math.round(number(report.responseBytes, 'responseBytes')),
  };
}
