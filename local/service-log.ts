/** The log of a service on one machine: one line of JSON for each request, and the output of its workers. */
import cluster from 'node:cluster';
import { appendFile, appendFileSync, closeSync, copyFileSync, fstatSync, ftruncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RequestRecord } from '../functions/inference/telemetry/request-record.ts';
import { LOG_LEVELS, type LogLevel, levelOf } from '../functions/inference/telemetry/telemetry.ts';
import { openPrivately, unwritable } from './data-directory.ts';
import type { Incidents } from './metrics/incidents.ts';
import { ServiceError } from './service-error.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;
const CHECK_MILLISECONDS = 10_000;
/** Limit of lines that wait to be written, because a disk that stalls must not fill the memory. */
const MOST_WAITING = 10_000;
/**
 * Lines are collected for this long, because a write in each turn of the event loop would take a tenth of the front process's CPU
 * time.
 */
const GATHER_MILLISECONDS = 50;
/** A terminal shows at most this many of the collected lines, because nobody reads more. */
const MOST_SHOWN = 20;
const SHOWN_CHARACTERS = 100;
const STDOUT = 'stdout';

type LogSettings = LogOptions & { readonly dataDirectory: string };

export interface LogOptions {
  /** A file, or `stdout`. @default service.log in the data folder */
  readonly log?: string;
  /** Lines of lower levels are left out. @default 'info' */
  readonly logLevel?: LogLevel;
}

/**
 * Collects lines for 50 ms, and writes them together, outside the event loop. Copies a file of more than 64 MiB to `<file>.1`,
 * and then empties it even if the copy failed. A line that cannot be written is counted, and no response fails.
 */
export class ServiceLog {
  /** Path of the log, or `stdout`. */
  readonly file: string;
  /** Descriptor of the log, open for appending. Child processes get it in their `stdio`. */
  readonly descriptor: number;
  readonly #incidents: Incidents;
  readonly #least: number;
  readonly #showsRequests: boolean;
  readonly #rotation: NodeJS.Timeout | undefined;
  #waiting: string[] = [];
  #shown: string[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #writing = false;
  #closed = false;

  /**
   * @param settings whose data folder exists
   * @param incidents which then write to this log
   * @throws {ServiceError} when the log cannot be opened
   */
  constructor({ dataDirectory, log, logLevel = 'info' }: LogSettings, incidents: Incidents) {
    this.#incidents = incidents;
    incidents.log = this;
    this.#least = LOG_LEVELS.indexOf(logLevel);
    this.#showsRequests = process.stdout.isTTY && log !== STDOUT;
    if (log === STDOUT) {
      this.file = STDOUT;
      this.descriptor = process.stdout.fd;
      // Ignored here, because each write gets the same error and counts its lost lines.
      process.stdout.on('error', () => {});
      return;
    }
    this.file = log === undefined ? join(dataDirectory, 'service.log') : resolve(log);
    try {
      this.descriptor = openPrivately(this.file);
    } catch (error) {
      if (log === undefined) throw unwritable(this.file, error);
      throw new ServiceError(
        `--log ${log} cannot be written (${(error as Error).message}): give a file that can be written, or stdout`,
      );
    }
    // Only one process rotates the file.
    if (cluster.isPrimary)
      this.#rotation = setInterval(() => this.rotate(LARGEST_BYTES), CHECK_MILLISECONDS).unref();
  }

  /** @param line without a line break; ignored after the log is closed */
  write(line: string, level: LogLevel = 'info'): void {
    // After closing, the system may have given the descriptor to another file.
    if (this.#closed || LOG_LEVELS.indexOf(level) < this.#least) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#incidents.linesLost(1);
      return;
    }
    this.#waiting.push(line);
    this.#gather();
  }

  /** Prints a request if stdout is a terminal and not the log, and if the log level admits the request. */
  show(record: RequestRecord): void {
    if (!this.#showsRequests || LOG_LEVELS.indexOf(levelOf(record)) < this.#least) return;
    const { route, status, stages, summary, detail = '' } = record;
    const line = `${route} ${status} ${stages.total.toFixed(0)} ms ${summary?.prediction ?? detail}`;
    // Control characters of requests and predictions must not reach the terminal.
    this.#shown.push(line.replace(/\p{Cc}/gu, ' ').slice(0, SHOWN_CHARACTERS));
    this.#gather();
  }

  #gather(): void {
    if (!this.#writing) this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MILLISECONDS);
  }

  #flush(): void {
    const lines = this.#waiting;
    const shown = this.#shown;
    this.#waiting = [];
    this.#shown = [];
    this.#gathering = undefined;
    const further = shown.length - MOST_SHOWN;
    if (further > 0) shown.splice(MOST_SHOWN, further, `… and ${further} more requests`);
    if (shown.length > 0) console.log(shown.join('\n'));
    if (lines.length === 0) return;
    this.#writing = true;
    this.#put(`${lines.join('\n')}\n`, (error) => {
      this.#writing = false;
      if (error) this.#incidents.linesLost(lines.length);
      if (this.#closed) this.#closeFile();
      else if (this.#waiting.length + this.#shown.length > 0) this.#flush();
    });
  }

  #put(text: string, done: (error?: Error | null) => void): void {
    if (this.file === STDOUT) process.stdout.write(text, done);
    // `fs.write` might write only a part of the text, for example on a disk that is almost full.
    else appendFile(this.descriptor, text, done);
  }

  /** Rotates the file if it is larger than `largestBytes`. Writers append, so they continue at its new end. */
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
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#rotation);
    clearTimeout(this.#gathering);
    if (this.#waiting.length > 0) {
      try {
        appendFileSync(this.descriptor, `${this.#waiting.join('\n')}\n`);
      } catch {
        this.#incidents.linesLost(this.#waiting.length);
      }
    }
    if (!this.#writing) this.#closeFile();
  }

  #closeFile(): void {
    if (this.file !== STDOUT) closeSync(this.descriptor);
  }
}
