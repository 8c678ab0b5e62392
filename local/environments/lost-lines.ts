/** Counts what the environments could not write into their log, and has it said once while it lasts. */
import type { Incidents } from '../incidents.ts';

const CHECK_MILLISECONDS = 10_000;

export class LostLines {
  readonly #incidents: Pick<Incidents, 'report'>;
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;
  /** Of this disturbance; 0 while the log is written. */
  #lost = 0;
  #unreported = 0;

  /** @param file the log, for messages */
  constructor(file: string, incidents: Pick<Incidents, 'report'>) {
    this.#file = file;
    this.#incidents = incidents;
    this.#timer = setInterval(() => this.check(), CHECK_MILLISECONDS).unref();
  }

  /** Takes what an environment says it has lost. */
  add(count: number): void {
    if (this.#lost === 0) {
      const sentence = `${this.#file} cannot be written, is its disk full? Answers go out, but what the functions print is lost`;
      this.#incidents.report('LogLinesLost', { sentence, count });
    } else {
      this.#unreported += count;
    }
    this.#lost += count;
  }

  /** Counts what has been lost since the last look; nothing for that long ends a disturbance. */
  check(): void {
    if (this.#unreported > 0) this.#incidents.report('LogLinesLost', { count: this.#unreported });
    else this.#lost = 0;
    this.#unreported = 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.check();
  }
}
