/** What happened and when, one JSON object a line, so that a failure can be looked into and repeated. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** As the service's own log. */
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Takes down what happened. */
export type TakeDown = (kind: string, fields?: object) => void;

/** A file of events; each is in it before `add` returns. */
export class EventLog {
  readonly file: string;
  readonly #descriptor: number;
  readonly #began = performance.now();

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
    this.file = file;
    this.#descriptor = openSync(file, 'w', OWNER_ONLY);
  }

  /** Seconds are counted from the start of the soak. */
  readonly add: TakeDown = (kind, fields = {}) => {
    const seconds = Number(((performance.now() - this.#began) / 1000).toFixed(3));
    writeSync(
      this.#descriptor,
      `${JSON.stringify({ time: new Date().toISOString(), seconds, kind, ...fields })}\n`,
    );
  };

  close(): void {
    closeSync(this.#descriptor);
  }
}
