/**
 * Writes one line per request: a log record in the format of Powertools for AWS. On Lambda, it is also a metric record in
 * CloudWatch's embedded metric format (EMF).
 */
import { Console } from 'node:console';
import { inspect } from 'node:util';
import { type RequestRecord, STAGES } from './request-record.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Counts of responses that were sent before they were in the store. `written` and `lost` count since the previous log line. */
export interface LateCounts {
  readonly waiting: number;
  readonly written: number;
  /** Responses that were never written, because their queue was full or the store had another response under their id. */
  readonly lost: number;
}

export interface TelemetryOptions {
  /** Name of the service in logs, and dimension of its metrics. */
  readonly serviceName: string;
  /** Writes a line, which has no line end. `levelOf` determines the level. @default standard output or error */
  readonly write?: (line: string, level: LogLevel) => void;
  /** Whether lines are also metric records for CloudWatch. @default true */
  readonly embedMetrics?: boolean;
  /** Called with the record of each finished request. @default not called */
  readonly observe?: (record: RequestRecord, late: LateCounts | undefined) => void;
}

/**
 * Returns the function that publishes a finished request. The log line has neither the request's input nor an IP address.
 * @param takeLate returns the counts of responses that were sent before they were in the store
 */
export function createTelemetry(options: TelemetryOptions, takeLate: () => LateCounts | undefined) {
  const { serviceName, write = writeToConsole(), embedMetrics = true, observe } = options;
  return (record: RequestRecord): void => {
    const late = takeLate();
    const now = new Date();
    const level = levelOf(record);
    const line = {
      level: level.toUpperCase(),
      message: record.error ? 'failed' : record.problem ? 'refused' : 'succeeded',
      timestamp: now.toISOString(),
      service: serviceName,
      sampling_rate: 0,
      xray_trace_id: traceId(),
      // Unknown and empty fields are left out.
      route: record.route || undefined,
      status: record.status,
      invocation: record.invocation,
      request_id: record.requestId || undefined,
      trace_id: record.traceId,
      prediction: record.summary?.prediction || undefined,
      confidence: record.summary?.confidence,
      problem: record.problem,
      detail: record.detail,
      cache: record.cache?.outcome,
      cache_failure: record.cache?.failure,
      members: record.prediction && record.membersRun,
      batch: record.batch,
      body_bytes: record.bodyBytes,
      ...(embedMetrics
        ? embeddedMetrics(measure(record, late), now.getTime())
        : { stages: record.stages.milliseconds, total: record.stages.total }),
      ...(record.error && { error: describeError(record.error) }),
    };
    write(JSON.stringify(line), level);
    observe?.(record, late);
  };
}

/** `error` if the service failed, `debug` for probes that succeed, else `info`. */
export function levelOf({ error, isProbe, status }: RequestRecord): LogLevel {
  if (error) return 'error';
  return isProbe && status < 400 ? 'debug' : 'info';
}

/** Writes to a separate console, because Lambda's runtime adds fields to lines of the global console. Ignores failed writes. */
function writeToConsole(): NonNullable<TelemetryOptions['write']> {
  const own = new Console({ stdout: process.stdout, stderr: process.stderr });
  return (line, level) => own[level](line);
}

/** The fields of an error in a log line. `inspect` adds the cause and all fields of the error to its stack. */
function describeError(error: Error): Record<string, unknown> {
  return { name: error.name, message: error.message, stack: inspect(error, { breakLength: Infinity }) };
}

/** The id after `Root=` in the trace header `Root=1-…;Parent=…;Sampled=1`. A header without `=` is itself the id. */
function traceId(): string | undefined {
  // Lambda's runtime stores the trace of each concurrent request separately.
  const { awslambda } = globalThis as {
    awslambda?: { InvokeStore?: { getXRayTraceId(): string | undefined } };
  };
  const header = awslambda?.InvokeStore?.getXRayTraceId() ?? process.env._X_AMZN_TRACE_ID;
  if (!header?.includes('=')) return header || undefined;
  return /(?:^|;)Root=([^;]+)/.exec(header)?.[1];
}

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

/**
 * The fields that make a log line also a metric record. The line's field `service` is the dimension.
 * @param time milliseconds since 1970
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
function embeddedMetrics(values: Record<string, number>, time: number): Record<string, unknown> {
  const Metrics = Object.keys(values).map((Name) => ({
    Name,
    Unit: Name.endsWith('Latency') ? 'Milliseconds' : 'Count',
  }));
  const metrics = { Namespace: 'Subsecond', Dimensions: [['service']], Metrics };
  return { _aws: { Timestamp: time, CloudWatchMetrics: [metrics] }, ...values };
}

/** The metrics of a request: durations, whose names end in `Latency`, and counts. */
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
