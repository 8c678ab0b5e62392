/** Metrics of requests whose own lines are not written, in lines for many requests. */
import { embeddedMetrics, type Metric } from './measure.ts';

/** CloudWatch takes so many values of a metric in a line. */
const MOST_REQUESTS = 100;
/** A line has one timestamp, and CloudWatch counts by the minute. */
const PAUSE_MILLISECONDS = 10_000;

/**
 * On Lambda the timer of an environment that is frozen goes off when it is thawed: values keep the time at which they were
 * measured. Those of an environment that is never thawed again are lost: at most 10 seconds of requests without incident.
 */
export class PooledMetrics {
  readonly #write: (fields: Record<string, unknown>) => void;
  readonly #metrics = new Map<string, { readonly unit: Metric[1]; readonly values: number[] }>();
  #requests = 0;
  #time = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param write takes the fields of a line */
  constructor(write: (fields: Record<string, unknown>) => void) {
    this.#write = write;
  }

  add(metrics: readonly Metric<number>[]): void {
    if (this.#requests === 0) {
      this.#time = Date.now();
      this.#timer = setTimeout(() => this.#flush(), PAUSE_MILLISECONDS).unref();
    }
    for (const [name, unit, value] of metrics) {
      const pooled = this.#metrics.get(name);
      if (pooled) pooled.values.push(value);
      else this.#metrics.set(name, { unit, values: [value] });
    }
    this.#requests += 1;
    if (this.#requests === MOST_REQUESTS) this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const metrics = [...this.#metrics].map(([name, { unit, values }]) => [name, unit, values] as const);
    this.#metrics.clear();
    this.#requests = 0;
    this.#write(embeddedMetrics(metrics, this.#time));
  }
}
