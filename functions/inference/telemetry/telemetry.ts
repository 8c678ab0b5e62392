/** One line per request: a structured log record, as Powertools for AWS writes them, that is an EMF metric record as well. */
import { Console } from 'node:console';
import { embeddedMetrics, type LateCounts, measure } from './measure.ts';
import type { RequestRecord } from './request-record.ts';

/** Where a service reports its requests. */
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
  readonly #writes: { readonly info: boolean; readonly error: boolean };
  readonly #write: NonNullable<TelemetryOptions['write']>;

  /** @param takeLate gives what is new of the responses that wait for the store */
  constructor(options: TelemetryOptions, takeLate: () => LateCounts | undefined = () => undefined) {
    this.#options = options;
    this.#takeLate = takeLate;
    this.#writes = { info: isWritten('INFO', process.env), error: isWritten('ERROR', process.env) };
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
    if (this.#writes[level]) this.#write(JSON.stringify(this.#line(record, late)), level);
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

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT'];
const DEFAULT_LEVEL = 'INFO';

/**
 * Whether lines of a level are written: what the function's logging configuration says, which Lambda puts in
 * `AWS_LAMBDA_LOG_LEVEL`, comes before `POWERTOOLS_LOG_LEVEL` and `LOG_LEVEL`. A line that is not written brings no metrics.
 */
function isWritten(level: 'INFO' | 'ERROR', environment: NodeJS.ProcessEnv): boolean {
  const { AWS_LAMBDA_LOG_LEVEL: lambda = '', POWERTOOLS_LOG_LEVEL, LOG_LEVEL = '' } = environment;
  const own = POWERTOOLS_LOG_LEVEL || LOG_LEVEL;
  const least = [lambda === 'FATAL' ? 'CRITICAL' : lambda, own.trim()].find((name) => LEVELS.includes(name));
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least ?? DEFAULT_LEVEL);
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

/** In a line of a stack, between brackets: file, line, column. */
const LOCATION = /\(([^()]*?):(\d+?):\d+?\)$/m;

/**
 * What was thrown, and all that hangs on it, as JSON can hold it: errors with name, location, message, stack and cause, large
 * numbers as text, and nothing twice that holds itself.
 */
function describeError(thrown: unknown, around: readonly unknown[] = []): unknown {
  if (typeof thrown === 'bigint') return String(thrown);
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  if (around.includes(thrown)) return undefined;
  const describe = (inner: unknown) => describeError(inner, [...around, thrown]);
  if (Array.isArray(thrown)) return thrown.map(describe);
  if (!(thrown instanceof Error) && 'toJSON' in thrown) return thrown;
  const attributes = { ...thrown } as Record<string, unknown>;
  for (const [name, value] of Object.entries(attributes)) attributes[name] = describe(value);
  if (!(thrown instanceof Error)) return attributes;
  const { name, message, stack, cause } = thrown;
  const known = { name, location: locationOf(stack), message, stack, cause: describe(cause) };
  return { ...known, ...attributes, name, message, stack, cause: known.cause };
}

/** File and line of the innermost call that has a name; empty where no stack tells it. */
function locationOf(stack: string | undefined): string {
  const [, file, line] = LOCATION.exec(stack ?? '') ?? [];
  return file === undefined ? '' : `${file}:${line}`;
}
