import type { Sample } from './exposition.ts';

/** Upper bounds in seconds: fine below the second that a caller waits for. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10];

/** Durations by size; taking one in changes two numbers. */
export class Histogram {
  readonly #counts = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  observe(seconds: number): void {
    let place = 0;
    while (place < BOUNDS.length && seconds > BOUNDS[place]!) place += 1;
    this.#counts[place]! += 1;
    this.#sum += seconds;
  }

  /** Cumulative, as Prometheus has it. */
  samples(labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const buckets = [...BOUNDS.map(String), '+Inf'].map((le, place): Sample => {
      count += this.#counts[place]!;
      return { suffix: '_bucket', labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}
