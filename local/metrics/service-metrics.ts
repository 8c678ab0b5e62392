/** Collects the metrics of `GET /metrics`. */
import { Hono } from 'hono';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import type { TelemetryOptions } from '../../functions/inference/telemetry/telemetry.ts';
import { EXPOSITION_MEDIA_TYPE, type Family, writeExposition } from './exposition.ts';
import { processFamilies, requestFamilies, serviceFamilies } from './families.ts';
import { ModelCounts } from './model-counts.ts';
import type { ServiceStatistics } from './service-statistics.ts';

export const METRICS_PATH = '/metrics';

/** Label of requests that could not be read far enough to know their model. */
const NO_MODEL = '';

/** Counts requests, and reports the counts together with the statistics of the workers. */
export class ServiceMetrics {
  readonly #counts = new Map<string, ModelCounts>();
  readonly #statistics: () => ServiceStatistics;
  readonly #front: string | undefined;

  /** @param front label of this process's own values; undefined for the only front process */
  constructor(models: readonly string[], statistics: () => ServiceStatistics, front?: string) {
    for (const model of models) this.#counts.set(model, new ModelCounts());
    this.#statistics = statistics;
    this.#front = front;
  }

  /** Counts the requests that reached the app of a model. */
  observerOf(model: string): NonNullable<TelemetryOptions['observe']> {
    const counts = this.#of(model);
    return (record, late) => counts.observe(record, late);
  }

  /** Counts a request that the server refused. @param model undefined if unknown */
  refused(model: string | undefined, status: number, reason: string): void {
    this.#of(model ?? NO_MODEL).refused(status, reason);
  }

  /**
   * Responds to `GET /metrics`, without a worker. @param families returns the metrics of all processes. @default the
   * metrics of this process
   */
  app(families: () => readonly Family[] | Promise<readonly Family[]> = () => this.families()): ModelApp {
    const headers = {
      'content-type': EXPOSITION_MEDIA_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    const app: ModelApp = new Hono();
    return app.get(METRICS_PATH, async (context) =>
      context.body(writeExposition(await families()), 200, headers),
    );
  }

  families(): Family[] {
    return [
      ...requestFamilies(this.#counts),
      ...serviceFamilies(this.#statistics()),
      ...processFamilies(this.#front),
    ];
  }

  #of(model: string): ModelCounts {
    const known = this.#counts.get(model);
    if (known) return known;
    const counts = new ModelCounts();
    this.#counts.set(model, counts);
    return counts;
  }
}
