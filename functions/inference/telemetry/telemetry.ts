/** One line per request: a structured log record, as Powertools for AWS writes them, that is an EMF metric record as well. */
import { Console } from 'node:console';
import { inspect } from 'node:util';
import { embeddedMetrics, type LateCounts, measure, PooledMetrics } from './measure.ts';
import type { RequestRecord } from './request-record.ts';

export interface TelemetryOptions {
  /** Its name in logs, and the dimension of its metrics. */
  readonly serviceName: string;
  /** Share of the requests without incident whose lines are written; the metrics of the others are written together. @default 1 */
  readonly logShare?: number;
  /** A request that takes longer is an incident, as are failures, refusals, cold starts and incomplete responses. @default none is late */
  readonly deadlineMilliseconds?: number;
  /** Takes a line without its end; `error` for a failure of ours. @default standard output, standard error */
  readonly write?: (line: string, level: 'info' | 'error') => void;
  /** Whether lines are metric records for CloudWatch, too. @default true */
  readonly embedMetrics?: boolean;
  /** Counts a request that is over. @default nobody does */
  readonly observe?: (record: RequestRecord, late: LateCounts | undefined) => void;
}

export class Telemetry {
  readonly #options: TelemetryOptions;
  readonly #takeLate: () => LateCounts | undefined;
  readonly #write: NonNullable<TelemetryOptions['write']>;
  readonly #pooled: PooledMetrics;

  /** @param takeLate gives what is new of the responses that wait for the store */
  constructor(options: TelemetryOptions, takeLate: () => LateCounts | undefined = () => undefined) {
    this.#options = options;
    this.#takeLate = takeLate;
    const write = options.write ?? writeToConsole();
    this.#write = write;
    this.#pooled = new PooledMetrics((fields) =>
      write(JSON.stringify({ service: options.serviceName, ...fields }), 'info'),
    );
  }

  /**
   * Writes the line. It holds neither the input nor anyone's address.
   *
   * @returns what is new of the responses that wait for the store
   */
  publish(record: RequestRecord): LateCounts | undefined {
    const late = this.#takeLate();
    const { logShare = 1, embedMetrics = true } = this.#options;
    const level = record.error ? 'error' : 'info';
    const isWritten = logShare === 1 || this.#isIncident(record, late) || Math.random() < logShare;
    if (isWritten) this.#write(JSON.stringify(this.#line(record, late)), level);
    else if (embedMetrics) this.#pooled.add(measure(record, late));
    this.#options.observe?.(record, late);
    return late;
  }

  #isIncident({ status, stages, coldStart, cache, prediction }: RequestRecord, late: LateCounts | undefined) {
    const isLate = stages.total > (this.#options.deadlineMilliseconds ?? Number.POSITIVE_INFINITY);
    return status >= 400 || isLate || coldStart || late || cache?.failure || prediction?.lacking;
  }

  #line(record: RequestRecord, late: LateCounts | undefined): Record<string, unknown> {
    const { serviceName, embedMetrics = true, logShare = 1 } = this.#options;
    const now = new Date();
    return {
      level: record.error ? 'ERROR' : 'INFO',
      message: record.error ? 'failed' : record.problem ? 'refused' : 'succeeded',
      timestamp: now.toISOString(),
      service: serviceName,
      sampling_rate: logShare < 1 ? logShare : 0,
      xray_trace_id: traceId(),
      ...describe(record),
      ...(embedMetrics
        ? embeddedMetrics(measure(record, late), now.getTime())
        : { stages: record.stages.milliseconds, total: record.stages.total }),
      ...(record.error && { error: describeError(record.error) }),
    };
  }
}

/** Not the global console, which Lambda's runtime puts its own fields around; a line that cannot be written ends nothing. */
function writeToConsole(): NonNullable<TelemetryOptions['write']> {
  const own = new Console({ stdout: process.stdout, stderr: process.stderr });
  return (line, level) => own[level](line);
}

/** What is not known, or empty, stays out. */
function describe(record: RequestRecord): Record<string, unknown> {
  return {
    route: record.route || undefined,
    status: record.status,
    invocation: record.invocation,
    request_id: record.requestId || undefined,
    trace_id: record.traceId,
    prediction: record.summary?.prediction || undefined,
    confidence: record.summary?.confidence,
    problem: record.problem,
    cache: record.cache?.outcome,
    cache_failure: record.cache?.failure,
    members: record.prediction && record.membersRun,
    batch: record.batch,
    body_bytes: record.bodyBytes,
  };
}

/** The stack is that of `inspect`: with cause and fields, whatever hangs on what was thrown. */
function describeError(error: Error): Record<string, unknown> {
  return { name: error.name, message: error.message, stack: inspect(error, { breakLength: Infinity }) };
}

/** The root of the trace header, `Root=1-…;Parent=…;Sampled=1`; undefined where there is none. */
function traceId(): string | undefined {
  // What Lambda's runtime keeps apart for each of several requests at once.
  const { awslambda } = globalThis as {
    awslambda?: { InvokeStore?: { getXRayTraceId(): string | undefined } };
  };
  const header = awslambda?.InvokeStore?.getXRayTraceId() ?? process.env._X_AMZN_TRACE_ID;
  if (!header?.includes('=')) return header || undefined;
  return /(?:^|;)Root=([^;]+)/.exec(header)?.[1];
}
