/** Request counts and durations of this process since its start. */
import type { RequestRecord } from './request-record.ts';

export interface Duration {
  count: number;
  milliseconds: number;
}

const nothing = (): Duration => ({ count: 0, milliseconds: 0 });

const DURATIONS = ['success', 'failure', 'decode', 'predict', 'cachePut', 'cacheHit', 'cacheMiss'] as const;

/** Sums over the requests that succeeded or failed. */
export class ServiceStatistics {
  /** Served by members, the cache, or a fallback. */
  readonly success = nothing();
  /** Refused or failed. */
  readonly failure = nothing();
  readonly decode = nothing();
  readonly predict = nothing();
  readonly cachePut = nothing();
  /** Served from the cache: no member ran. */
  readonly cacheHit = nothing();
  readonly cacheMiss = nothing();
  membersRun = 0;
  /** When the last response went out, in milliseconds since 1970; 0 before the first. */
  lastResponse = 0;

  /** Those of several processes together. */
  static sum(parts: Iterable<ServiceStatistics>): ServiceStatistics {
    const sum = new ServiceStatistics();
    for (const part of parts) {
      for (const name of DURATIONS) {
        sum[name].count += part[name].count;
        sum[name].milliseconds += part[name].milliseconds;
      }
      sum.membersRun += part.membersRun;
      sum.lastResponse = Math.max(sum.lastResponse, part.lastResponse);
    }
    return sum;
  }

  add(record: RequestRecord): void {
    const { stages, status } = record;
    count(status < 400 ? this.success : this.failure, stages.total);
    for (const stage of ['decode', 'predict', 'cachePut'] as const) {
      const milliseconds = stages.milliseconds[stage];
      if (milliseconds !== undefined) count(this[stage], milliseconds);
    }
    if (status >= 400) return;
    this.lastResponse = Date.now();
    this.membersRun += record.membersRun;
    if (record.cache?.outcome === 'hit') count(this.cacheHit, stages.total);
    else if (record.cache) count(this.cacheMiss, stages.total);
  }
}

function count(duration: Duration, milliseconds: number): void {
  duration.count += 1;
  duration.milliseconds += milliseconds;
}
