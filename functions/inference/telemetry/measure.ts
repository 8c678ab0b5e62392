/** The metrics of a request, in the form that CloudWatch reads from log lines. */
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

const NAMESPACE = 'Subsecond';

/**
 * The fields that make a log line a metric record, too. The field `service` of the line is the dimension.
 *
 * @param late the late writes since the previous request
 * @param time milliseconds since 1970
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(
  record: RequestRecord,
  late: LateCounts | undefined,
  time: number,
): Record<string, unknown> {
  const values = measure(record, late);
  const Metrics = Object.keys(values).map((Name) => ({
    Name,
    Unit: Name.endsWith('Latency') ? 'Milliseconds' : 'Count',
  }));
  const metrics = { Namespace: NAMESPACE, Dimensions: [['service']], Metrics };
  return { _aws: { Timestamp: time, CloudWatchMetrics: [metrics] }, ...values };
}

/** Durations, whose names end in `Latency`, and counts. */
function measure(record: RequestRecord, late: LateCounts | undefined): Record<string, number> {
  const values: Record<string, number> = { Latency: record.stages.total };
  for (const [stage, name] of STAGE_METRICS) {
    const duration = record.stages.milliseconds[stage];
    if (duration !== undefined) values[name] = duration;
  }
  const outcome = CACHE_METRICS[record.cache?.outcome ?? 'off'];
  if (record.problem === 'id-conflict') values.CacheConflict = 1;
  else if (record.summary && outcome) values[outcome] = 1;
  if (record.prediction) {
    values.MembersRun = record.membersRun;
    if (record.prediction.lacking === 'some members') values.Shortened = 1;
    if (record.prediction.lacking === 'every member') values.Fallback = 1;
    if (record.summary?.rejected) values.Rejected = 1;
  }
  if (late) {
    values.CacheUnwritten = late.waiting;
    values.CacheWrittenLate = late.written;
    values.CacheLost = late.lost;
  }
  if (record.coldStart) values.ColdStart = 1;
  if (record.status >= 400 && record.status < 500) values.ClientError = 1;
  return values;
}

/** Late writes since the previous call: responses that were sent without the store. */
export interface LateCounts {
  /** Responses that are waiting to be written. */
  readonly waiting: number;
  readonly written: number;
  /** Responses that were never written, because memory was full or another request had used their id. */
  readonly lost: number;
}
