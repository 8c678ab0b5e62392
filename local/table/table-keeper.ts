/** Looks after the embedded table while the service runs: says when it is out of reach. */
import type { Incidents } from '../incidents.ts';

const CHECK_MILLISECONDS = 5_000;

export class TableKeeper {
  readonly #reach: () => Promise<void>;
  readonly #incidents: Pick<Incidents, 'report'>;
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #out = false;
  #closed = false;

  /**
   * @param reach rejects when the table is out of reach
   * @param intervalMilliseconds between two looks at it
   */
  constructor(
    reach: () => Promise<void>,
    incidents: Pick<Incidents, 'report'>,
    intervalMilliseconds = CHECK_MILLISECONDS,
  ) {
    this.#reach = reach;
    this.#incidents = incidents;
    this.#interval = intervalMilliseconds;
    this.#arm();
  }

  /** Looks now, and not again before the interval is over. Never rejects. */
  async look(): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined;
      this.#arm();
    });
    await this.#looking;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.look(), this.#interval).unref();
  }

  async #ask(): Promise<void> {
    try {
      await this.#reach();
      this.#out = false;
    } catch (error) {
      if (this.#out || this.#closed) return;
      this.#out = true;
      const sentence = `the table is out of reach, answers go out without it: ${(error as Error).message}`;
      this.#incidents.report('TableOutages', { sentence });
    }
  }
}
