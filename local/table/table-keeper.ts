/** Looks after the embedded table while the service runs: makes it again when it is gone, and says so. */
import type { Incidents } from '../incidents.ts';
import type { Table } from './table.ts';

const CHECK_MILLISECONDS = 5_000;

export class TableKeeper {
  readonly #table: Pick<Table, 'ensure'>;
  readonly #incidents: Pick<Incidents, 'report'>;
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #out = false;
  #closed = false;

  /** @param intervalMilliseconds between two looks at the table */
  constructor(
    table: Pick<Table, 'ensure'>,
    incidents: Pick<Incidents, 'report'>,
    intervalMilliseconds = CHECK_MILLISECONDS,
  ) {
    this.#table = table;
    this.#incidents = incidents;
    this.#interval = intervalMilliseconds;
    this.#arm();
  }

  /** Looks now, and not again before the interval is over. Never rejects. */
  async look(): Promise<void> {
    this.#looking ??= this.#ensure().finally(() => {
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

  async #ensure(): Promise<void> {
    try {
      const made = await this.#table.ensure();
      this.#out = false;
      if (!made || this.#closed) return;
      const sentence = 'the table was gone and is made again: answers it held are forgotten';
      this.#incidents.report('TablesMade', { sentence });
    } catch (error) {
      if (this.#out || this.#closed) return;
      this.#out = true;
      const sentence = `the table is out of reach, answers go out without it: ${(error as Error).message}`;
      this.#incidents.report('TableOutages', { sentence });
    }
  }
}
