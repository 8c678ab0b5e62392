/** The log of a service on one machine: one line of JSON a request, and what its workers print. */
import { closeSync, copyFileSync, fstatSync, ftruncateSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openPrivately, unwritable } from './data-directory.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;
const CHECK_MILLISECONDS = 10_000;
/** Lines that wait to be written at most: a disk that stalls must not fill the memory. */
const MOST_WAITING = 10_000;
/** How long lines are gathered: a write for each turn of the event loop takes a tenth of the front process's CPU. */
const GATHER_MILLISECONDS = 50;

/**
 * Lines that come within 50 ms are written together, off the event loop. Past 64 MiB the file moves to `service.log.1`, or is
 * dropped where that cannot be written. A line that cannot be written costs no response: it is counted.
 */
export class ServiceLog {
  readonly file: string;
  /** Open for appending; for the `stdio` of a child process. */
  readonly descriptor: number;
  /** Told of lines that could not be written. */
  readonly lost: (count: number) => void;
  readonly #rotation: NodeJS.Timeout;
  #waiting: string[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #writing = false;
  #closed = false;

  /**
   * @param directory a folder that is there
   * @throws {ServiceError} when it cannot be opened
   */
  constructor(directory: string, lost: (count: number) => void) {
    this.file = join(directory, 'service.log');
    try {
      this.descriptor = openPrivately(this.file);
    } catch (error) {
      throw unwritable(this.file, error);
    }
    this.lost = lost;
    this.#rotation = setInterval(() => this.rotate(LARGEST_BYTES), CHECK_MILLISECONDS).unref();
  }

  /** @param line without its end; nothing is written any more once the log is closed */
  write(line: string): void {
    // The system may have given the descriptor to another file.
    if (this.#closed) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.lost(1);
      return;
    }
    this.#waiting.push(line);
    if (!this.#writing) this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MILLISECONDS);
  }

  #flush(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#gathering = undefined;
    this.#writing = true;
    write(this.descriptor, `${lines.join('\n')}\n`, (error) => {
      this.#writing = false;
      if (error) this.lost(lines.length);
      if (this.#closed) closeSync(this.descriptor);
      else if (this.#waiting.length > 0) this.#flush();
    });
  }

  /** Starts the file afresh if it is larger than that; writers append, so they go on at its new end. */
  rotate(largestBytes: number): void {
    if (fstatSync(this.descriptor).size <= largestBytes) return;
    try {
      copyFileSync(this.file, `${this.file}.1`);
    } catch {
      // On a full disk, free space is worth more than the old lines.
    }
    ftruncateSync(this.descriptor);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#rotation);
    clearTimeout(this.#gathering);
    if (this.#waiting.length > 0) {
      try {
        writeSync(this.descriptor, `${this.#waiting.join('\n')}\n`);
      } catch {
        this.lost(this.#waiting.length);
      }
    }
    if (!this.#writing) closeSync(this.descriptor);
  }
}
