import type { RequestRecord } from '../../functions/inference/telemetry/request-record.ts';
import type { LateCounts } from '../../functions/inference/telemetry/telemetry.ts';
import { keyOf, type Values, valuesBy } from './exposition.ts';

export class ModelCounts {
  readonly #model: string;
  readonly outcomes = { succeeded: 0, refused: 0, failed: 0 };
  readonly durations = new Histogram();
  readonly cache = { hit: 0, miss: 0, 'too-large': 0, degraded: 0, off: 0 };
  /** Responses that lack members, because time was short or the members cannot run on the input. */
  readonly lacking = { shortened: 0, fallback: 0 };
  /** Responses that were sent while the store was unavailable, and that were written to it later, or lost. */
  readonly late = { written: 0, lost: 0 };
  /** Requests without a prediction, by problem. */
  readonly reasons: Record<string, number> = {};

  constructor(model: string) {
    this.#model = model;
  }

  /** Counts a request for a prediction that reached the app of the model. For any request, adds up `late`. */
  observe(record: RequestRecord, late: LateCounts | undefined): void {
    if (late) {
      this.late.written += late.written;
      this.late.lost += late.lost;
    }
    if (!record.isInference) return;
    if (record.status >= 400) {
      this.refused(record.status, record.problem ?? `status-${record.status}`);
      return;
    }
    this.outcomes.succeeded += 1;
    this.durations.observe(record.stages.total / 1000);
    this.cache[record.cache?.outcome ?? 'off'] += 1;
    if (record.prediction?.lacking === 'some members') this.lacking.shortened += 1;
    if (record.prediction?.lacking === 'every member') this.lacking.fallback += 1;
  }

  refused(status: number, reason: string): void {
    this.outcomes[status < 500 ? 'refused' : 'failed'] += 1;
    this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
  }

  values(): Values {
    const model = this.#model;
    return {
      ...valuesBy('subsecond_requests_total', 'outcome', this.outcomes, { model }),
      ...valuesBy('subsecond_refusals_total', 'reason', this.reasons, { model }),
      ...this.durations.values(model),
      ...valuesBy('subsecond_cache_lookups_total', 'outcome', this.cache, { model }),
      ...valuesBy('subsecond_cache_late_writes_total', 'outcome', this.late, { model }),
      ...valuesBy('subsecond_incomplete_responses_total', 'outcome', this.lacking, { model }),
    };
  }
}

/** Upper bounds of the buckets in seconds. They are close together up to one second, because callers wait about that long. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10];

export class Histogram {
  readonly #counts = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1;
    this.#counts[bucket]! += 1;
    this.#sum += seconds;
  }

  /** Buckets are cumulative, as Prometheus expects. */
  values(model: string): Values {
    const values: Record<string, number> = {};
    let count = 0;
    for (const [bucket, le] of [...BOUNDS.map(String), '+Inf'].entries()) {
      count += this.#counts[bucket]!;
      values[keyOf('subsecond_request_duration_seconds', { model, le }, '_bucket')] = count;
    }
    values[keyOf('subsecond_request_duration_seconds', { model }, '_sum')] = this.#sum;
    values[keyOf('subsecond_request_duration_seconds', { model }, '_count')] = count;
    return values;
  }
}
