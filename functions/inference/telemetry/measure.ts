/** The metrics of a request. */
import { type RequestRecord, STAGES } from './request-record.ts';

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

/** @param late the late writes since the previous request */
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

const NAMESPACE = 'Subsecond';

type Metric = readonly [name: string, unit: 'Milliseconds' | 'Count', value: number];

/**
 * The fields that make a log line a metric record, too. The field `service` of the line is the dimension.
 *
 * @param time milliseconds since 1970
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(metrics: readonly Metric[], time: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    _aws: {
      Timestamp: time,
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [['service']],
          Metrics: metrics.map(([Name, Unit]) => ({ Name, Unit })),
        },
      ],
    },
  };
  for (const [name, , value] of metrics) fields[name] = value;
  return fields;
}

/** Late writes since the previous call: responses that were sent without the store. */
export interface LateCounts {
  /** Responses that are waiting to be written. */
  readonly waiting: number;
  readonly written: number;
  /** Responses that were never written, because memory was full or another request had used their id. */
  readonly lost: number;
}
