import type { LoadRecord } from '../client/records.ts';
import type { RunPlan } from './plan.ts';

/** A run is hopeless with this many failures of the service and no good response, this long after the first request. */
const HOPELESS_FAILURES = 10;
const HOPELESS_MILLISECONDS = 3000;

/** Counts of a run so far, for the line of progress, and to end a hopeless run. */
export class Progress {
  readonly #plan: Pick<RunPlan, 'count' | 'seconds'>;
  readonly #limit: number;
  readonly #warmUp: number;
  #first: number | undefined;
  #requests = 0;
  #responses = 0;
  #late = 0;
  #failed = 0;
  /** Failures that the client itself did not cause. */
  #serviceFailures = 0;

  /** @param warmUp seconds before the first record */
  constructor(plan: Pick<RunPlan, 'count' | 'seconds'>, limitMilliseconds: number, warmUp = 0) {
    this.#plan = plan;
    this.#limit = limitMilliseconds;
    this.#warmUp = warmUp;
  }

  add(records: LoadRecord[]): void {
    for (const record of records) {
      if (record.kind === 'sent') this.#addRequest(record.at, record.attempt);
      if (record.kind !== 'exchange') continue;
      if (record.error !== undefined) this.#failed++;
      else this.#responses++;
      if (record.failure !== undefined && record.failure !== 'generator') this.#serviceFailures++;
      if (record.milliseconds > this.#limit) this.#late++;
    }
  }

  /** The progress in one line. @param now ms since 1970 */
  line(now: number): string {
    if (this.#first === undefined) {
      return `starting Artillery${this.#warmUp > 0 ? `, then warming up for ${this.#warmUp} s` : ''}`;
    }
    const { count, seconds } = this.#plan;
    const elapsed = (now - this.#first) / 1000;
    const done = Math.max(count ? this.#requests / count : 0, seconds ? elapsed / seconds : 0);
    const parts = [`${Math.floor(100 * Math.min(1, done))} %`, `${this.#responses} responses`];
    if (this.#late > 0) parts.push(`${this.#late} late`);
    if (this.#failed > 0) parts.push(`${this.#failed} failed`);
    return parts.join(', ');
  }

  /** Why to end a run; undefined unless it has many failures and no good response after some seconds. @param now ms since 1970 */
  abandoned(now: number): string | undefined {
    const isHopeless = this.#responses === 0 && this.#serviceFailures >= HOPELESS_FAILURES;
    if (!isHopeless || now - (this.#first ?? now) < HOPELESS_MILLISECONDS) return undefined;
    return `no good response to the first ${this.#serviceFailures} requests`;
  }

  #addRequest(at: number, attempt: number): void {
    this.#first ??= at;
    if (attempt === 1) this.#requests++;
  }
}

const QUIET_SECONDS = 10;
const FIRST_SECONDS = 2;

/** Shows progress on stderr. On a terminal, one line changes. Elsewhere, a line follows after 2 s, then one every 10 s. */
export class ProgressLine {
  readonly #label: string;
  #shown = Date.now() - 1000 * (QUIET_SECONDS - FIRST_SECONDS);

  constructor(label: string) {
    this.#label = label;
  }

  show(text: string): void {
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\x1b[K${this.#label}: ${text}`);
    } else if (Date.now() - this.#shown >= QUIET_SECONDS * 1000) {
      this.#shown = Date.now();
      process.stderr.write(`${this.#label}: ${text}\n`);
    }
  }

  /** Erases the line of progress. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
