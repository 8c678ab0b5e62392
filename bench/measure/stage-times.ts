import { quantile } from '../../load-tests/verdict/statistics.ts';

/** Durations of a service's stages, as its replies tell them. */
export class StageTimes {
  readonly #milliseconds = new Map<string, number[]>();

  /** @param header the value of `server-timing`, such as `decode;dur=0.4, predict;dur=2.9` */
  add(header: string | readonly string[] | undefined): void {
    if (typeof header !== 'string') return;
    for (const [, stage, milliseconds] of header.matchAll(/([\w-]+);dur=([\d.]+)/g)) {
      const times = this.#milliseconds.get(stage as string);
      if (times) times.push(Number(milliseconds));
      else this.#milliseconds.set(stage as string, [Number(milliseconds)]);
    }
  }

  /** By stage, in the order in which they were told first. */
  medians(): Record<string, number> {
    const entries = [...this.#milliseconds].map(([stage, times]) => {
      return [
        stage,
        quantile(
          times.toSorted((a, b) => a - b),
          0.5,
        ),
      ] as const;
    });
    return Object.fromEntries(entries);
  }
}
