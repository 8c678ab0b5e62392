/** Counts the requests to the models of a service. */
import type { TelemetryOptions } from '../../functions/inference/telemetry/telemetry.ts';
import type { Values } from './exposition.ts';
import { ModelCounts } from './model-counts.ts';

/** Label of requests that could not be read far enough to know their model. */
const NO_MODEL = '';

export class ServiceMetrics {
  readonly #counts = new Map<string, ModelCounts>();

  constructor(models: readonly string[]) {
    for (const model of models) this.#counts.set(model, new ModelCounts());
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

  values(): Values {
    return Object.assign({}, ...Array.from(this.#counts, ([model, counts]) => counts.values(model)));
  }

  #of(model: string): ModelCounts {
    const known = this.#counts.get(model);
    if (known) return known;
    const counts = new ModelCounts();
    this.#counts.set(model, counts);
    return counts;
  }
}
