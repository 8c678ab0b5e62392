/** One line per request: a structured log record, as Powertools for AWS writes them, that is an EMF metric record as well. */
import { Console } from 'node:console';
import type { LateCounts, LateWriter } from '../cache/late-writer.ts';
import { describeError } from './describe-error.ts';
import { embeddedMetrics } from './embedded-metrics.ts';
import { isWritten } from './log-level.ts';
import { measure } from './measure.ts';
import type { RequestRecord } from './request-record.ts';
import { traceId } from './trace-id.ts';

export class Telemetry {
  readonly #serviceName: string;
  readonly #late: Pick<LateWriter, 'takeCounts'> | undefined;
  readonly #writes: { readonly info: boolean; readonly error: boolean };
  /** Not the global one, which Lambda's runtime puts its own fields around; a line that cannot be written ends nothing. */
  readonly #console = new Console({ stdout: process.stdout, stderr: process.stderr });

  /**
   * @param serviceName its name in logs, and the dimension of its metrics
   * @param late answers that wait for the table
   */
  constructor(serviceName: string, late?: Pick<LateWriter, 'takeCounts'>) {
    this.#serviceName = serviceName;
    this.#late = late;
    this.#writes = { info: isWritten('INFO', process.env), error: isWritten('ERROR', process.env) };
  }

  /**
   * Writes the line, of a failure to standard error. It holds neither the question nor anyone's address.
   *
   * @returns what is new of the answers that wait for the table
   */
  publish(record: RequestRecord): LateCounts | undefined {
    const late = this.#late?.takeCounts();
    const way = record.error ? 'error' : 'info';
    if (this.#writes[way]) this.#console[way](JSON.stringify(this.#line(record, late)));
    return late;
  }

  #line(record: RequestRecord, late: LateCounts | undefined): Record<string, unknown> {
    const now = new Date();
    return {
      level: record.error ? 'ERROR' : 'INFO',
      message: record.error ? 'failed' : record.problem ? 'refused' : 'answered',
      timestamp: now.toISOString(),
      service: this.#serviceName,
      sampling_rate: 0,
      xray_trace_id: traceId(),
      ...describe(record),
      ...embeddedMetrics(measure(record, late), now.getTime()),
      ...(record.error && { error: describeError(record.error) }),
    };
  }
}

/** What is not known, or empty, stays out. */
function describe(record: RequestRecord): Record<string, unknown> {
  return {
    route: record.route || undefined,
    status: record.status,
    invocation: record.invocation,
    request_id: record.requestId || undefined,
    answer: record.summary?.answer || undefined,
    confidence: record.summary?.confidence,
    problem: record.problem,
    cache: record.visit?.outcome,
    cache_failure: record.visit?.failure,
    dynamodb_units: record.visit?.units,
    members: record.prediction && record.membersRun,
    batch: record.batch,
    body_bytes: record.bodyBytes,
  };
}
