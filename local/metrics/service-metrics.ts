/** What `GET /metrics` says of a running service. */
import { Hono } from 'hono';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import type { TelemetryOptions } from '../../functions/inference/telemetry/telemetry.ts';
import { EXPOSITION_MEDIA_TYPE, type Family, writeExposition } from './exposition.ts';
import { processFamilies, requestFamilies, serviceFamilies } from './families.ts';
import { ModelCounts } from './model-counts.ts';
import type { ServiceStatistics } from './service-statistics.ts';

export const METRICS_PATH = '/metrics';

/** The model of requests that could not be read so far that one was known. */
const NO_MODEL = '';

/** Counts requests, and reports the counts together with the statistics of the workers. */
export class ServiceMetrics {
  readonly #counts = new Map<string, ModelCounts>();
  readonly #statistics: () => ServiceStatistics;
  readonly #front: string | undefined;

  /** @param front label of what only this process has; undefined where there is no other front process */
  constructor(models: readonly string[], statistics: () => ServiceStatistics, front?: string) {
    for (const model of models) this.#counts.set(model, new ModelCounts());
    this.#statistics = statistics;
    this.#front = front;
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

  /**
   * Responds to `GET /metrics`; no worker is needed for that.
   *
   * @param families gives those of all processes. @default this one's
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
