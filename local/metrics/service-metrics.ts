/** What `GET /metrics` says of a running service. */
import { Hono } from 'hono';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import type { TelemetryOptions } from '../../functions/inference/telemetry/telemetry.ts';
import { EXPOSITION_MEDIA_TYPE, writeExposition } from './exposition.ts';
import { requestFamilies, serviceFamilies } from './families.ts';
import { ModelCounts } from './model-counts.ts';
import type { ServiceStatistics } from './service-statistics.ts';

export const METRICS_PATH = '/metrics';

/** The model of requests that could not be read so far that one was known. */
const NO_MODEL = '';

/** Counts requests, and reports the counts together with the statistics of the workers. */
export class ServiceMetrics {
  readonly #counts = new Map<string, ModelCounts>();
  readonly #statistics: () => ServiceStatistics;

  constructor(models: readonly string[], statistics: () => ServiceStatistics) {
    for (const model of models) this.#counts.set(model, new ModelCounts());
    this.#statistics = statistics;
  }

  /** Counts the requests of one model that got as far as its app. */
  observerOf(model: string): NonNullable<TelemetryOptions['observe']> {
    const counts = this.#of(model);
    return (record, late) => counts.observe(record, late);
  }

  /** Counts a request that the server refused. @param model undefined where none is known */
  refused(model: string | undefined, status: number, reason: string): void {
    this.#of(model ?? NO_MODEL).refused(status, reason);
  }

  /** Responds to `GET /metrics`; no worker is needed for that. */
  app(): ModelApp {
    const headers = {
      'content-type': EXPOSITION_MEDIA_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    const app: ModelApp = new Hono();
    return app.get(METRICS_PATH, (context) => context.body(this.#text(), 200, headers));
  }

  #text(): string {
    return writeExposition([...requestFamilies(this.#counts), ...serviceFamilies(this.#statistics())]);
  }

  #of(model: string): ModelCounts {
    const known = this.#counts.get(model);
    if (known) return known;
    const counts = new ModelCounts();
    this.#counts.set(model, counts);
    return counts;
  }
}
