/** One line per request: a structured log record, as Powertools for AWS writes them, that is an EMF metric record as well. */
import { Console } from 'node:console';
import { inspect } from 'node:util';
import { embeddedMetrics, type LateCounts, measure } from './measure.ts';
import type { RequestRecord } from './request-record.ts';

export interface TelemetryOptions {
  /** Its name in logs, and the dimension of its metrics. */
  readonly serviceName: string;
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

  /** @param takeLate gives what is new of the responses that wait for the store */
  constructor(options: TelemetryOptions, takeLate: () => LateCounts | undefined = () => undefined) {
    this.#options = options;
    this.#takeLate = takeLate;
    this.#write = options.write ?? writeToConsole();
  }

  /**
   * Writes the line. It holds neither the input nor anyone's address.
   *
   * @returns what is new of the responses that wait for the store
   */
  publish(record: RequestRecord): LateCounts | undefined {
    const late = this.#takeLate();
    const level = record.error ? 'error' : 'info';
    this.#write(JSON.stringify(this.#line(record, late)), level);
    this.#options.observe?.(record, late);
    return late;
  }

  #line(record: RequestRecord, late: LateCounts | undefined): Record<string, unknown> {
    const { serviceName, embedMetrics = true } = this.#options;
    const now = new Date();
    return {
      level: record.error ? 'ERROR' : 'INFO',
      message: record.error ? 'failed' : record.problem ? 'refused' : 'succeeded',
      timestamp: now.toISOString(),
      service: serviceName,
      sampling_rate: 0,
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
    answer: record.summary?.answer || undefined,
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

/** What Lambda's runtime keeps apart for each of several requests at once. */
interface Runtime {
  readonly awslambda?: { readonly InvokeStore?: { getXRayTraceId(): string | undefined } };
}

/** The root of the trace header, `Root=1-…;Parent=…;Sampled=1`; undefined where there is none. */
function traceId(): string | undefined {
  const { awslambda } = globalThis as Runtime;
  const header = awslambda?.InvokeStore?.getXRayTraceId() ?? process.env._X_AMZN_TRACE_ID;
  if (!header?.includes('=')) return header || undefined;
  return /(?:^|;)Root=([^;]+)/.exec(header)?.[1];
}
