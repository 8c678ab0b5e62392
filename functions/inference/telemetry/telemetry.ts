/** One line per request on standard output: a structured log record that is an EMF metric record as well. */
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { LateCounts, LateWriter } from '../cache/late-writer.ts';
import type { RequestRecord } from './request-record.ts';
import { STAGES } from './stages.ts';

const NAMESPACE = 'Subsecond';
const CACHE_METRICS = {
  hit: 'CacheHit',
  miss: 'CacheMiss',
  degraded: 'CacheDegraded',
  off: undefined,
} as const;

export class Telemetry {
  readonly #serviceName: string;
  readonly #logger: Logger;
  #opened: Metrics | undefined;
  readonly #late: Pick<LateWriter, 'takeCounts'> | undefined;

  /**
   * @param serviceName its name in logs, and the dimension of its metrics
   * @param late answers that wait for the table
   */
  constructor(serviceName: string, late?: Pick<LateWriter, 'takeCounts'>) {
    this.#late = late;
    this.#logger = new Logger({ serviceName });
    this.#serviceName = serviceName;
  }

  /** Opened by the first request: where an environment takes several at once, Powertools fails outside of one. */
  get #metrics(): Metrics {
    this.#opened ??= new Metrics({
      namespace: NAMESPACE,
      serviceName: this.#serviceName,
      logger: this.#logger,
    });
    return this.#opened;
  }

  /**
   * Writes the line. It holds neither the question nor anyone's address.
   *
   * @returns what is new of the answers that wait for the table
   */
  publish(record: RequestRecord): LateCounts | undefined {
    const late = this.#late?.takeCounts();
    this.#measure(record, late);
    const { service: _, ...metrics } = this.#metrics.serializeMetrics();
    this.#metrics.clearMetrics();
    const line = { ...describe(record), ...metrics };
    if (record.error) this.#logger.error('failed', { ...line, error: record.error });
    else this.#logger.info(record.problem ? 'refused' : 'answered', line);
    return late;
  }

  #measure(record: RequestRecord, late: LateCounts | undefined): void {
    this.#milliseconds('Latency', record.stages.total);
    for (const stage of STAGES) {
      const duration = record.stages.milliseconds[stage];
      if (duration !== undefined)
        this.#milliseconds(`${stage[0]?.toUpperCase()}${stage.slice(1)}Latency`, duration);
    }
    if (record.problem === 'id-conflict') this.#count('CacheConflict');
    else if (record.summary) this.#count(CACHE_METRICS[record.visit?.outcome ?? 'off']);
    if (record.prediction) {
      this.#count('MembersRun', record.membersRun);
      if (record.prediction.lacking === 'some members') this.#count('Shortened');
      if (record.prediction.lacking === 'every member') this.#count('Fallback');
      if (record.summary?.rejected) this.#count('Rejected');
    }
    if (late) {
      this.#count('CacheUnwritten', late.waiting);
      this.#count('CacheWrittenLate', late.written);
      this.#count('CacheLost', late.lost);
    }
    if (record.coldStart) this.#count('ColdStart');
    if (record.status >= 400 && record.status < 500) this.#count('ClientError');
  }

  #milliseconds(name: string, value: number): void {
    this.#metrics.addMetric(name, MetricUnit.Milliseconds, value);
  }

  #count(name: string | undefined, value = 1): void {
    if (name) this.#metrics.addMetric(name, MetricUnit.Count, value);
  }
}

function describe(record: RequestRecord): Record<string, unknown> {
  return {
    route: record.route,
    status: record.status,
    invocation: record.invocation,
    request_id: record.requestId,
    answer: record.summary?.answer,
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
