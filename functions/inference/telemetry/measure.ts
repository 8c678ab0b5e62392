/** The metrics of one request. */
import type { Metric } from './embedded-metrics.ts';
import type { LateCounts } from './late-counts.ts';
import type { RequestRecord } from './request-record.ts';
import { STAGES } from './stages.ts';

const CACHE_METRICS = {
  hit: 'CacheHit',
  miss: 'CacheMiss',
  'too-large': 'CacheMiss',
  degraded: 'CacheDegraded',
  off: undefined,
} as const;

const STAGE_METRICS = STAGES.map(
  (stage) => [stage, `${stage.charAt(0).toUpperCase()}${stage.slice(1)}Latency`] as const,
);

/** @param late what is new of the responses that wait for the table */
export function measure(record: RequestRecord, late: LateCounts | undefined): Metric[] {
  const metrics: Metric[] = [['Latency', 'Milliseconds', record.stages.total]];
  const count = (name: string | undefined, value = 1) => name && metrics.push([name, 'Count', value]);
  for (const [stage, name] of STAGE_METRICS) {
    const duration = record.stages.milliseconds[stage];
    if (duration !== undefined) metrics.push([name, 'Milliseconds', duration]);
  }
  if (record.problem === 'id-conflict') count('CacheConflict');
  else if (record.summary) count(CACHE_METRICS[record.cache?.outcome ?? 'off']);
  if (record.prediction) {
    count('MembersRun', record.membersRun);
    if (record.prediction.lacking === 'some members') count('Shortened');
    if (record.prediction.lacking === 'every member') count('Fallback');
    if (record.summary?.rejected) count('Rejected');
  }
  if (late) {
    count('CacheUnwritten', late.waiting);
    count('CacheWrittenLate', late.written);
    count('CacheLost', late.lost);
  }
  if (record.coldStart) count('ColdStart');
  if (record.status >= 400 && record.status < 500) count('ClientError');
  return metrics;
}
