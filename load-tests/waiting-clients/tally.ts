import type { ExchangeRecord } from '../client/records.ts';
import { finite } from '../verdict/group.ts';
import { ascending, quantile } from '../verdict/statistics.ts';

/** Measurements of clients over a few seconds. Latencies are in milliseconds. */
export interface Seen {
  readonly clients: number;
  readonly seconds: number;
  /** Requests sent in this time, whenever their responses came. */
  readonly requests: number;
  /** Good responses per second that arrived in this time, with a latency within the limit. */
  readonly responsesPerSecond: number;
  /** Good responses after the limit. */
  readonly late: number;
  /** Requests refused with 429 or 503. */
  readonly refused: number;
  /** All other requests without a good response: time-outs, errors, responses to another request. */
  readonly lost: number;
  /** Requests without a good response, by the reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Good responses to samples with a label, and how many of them were right. */
  readonly labelled: number;
  readonly right: number;
  /** Median latency of all requests. Failed requests count as infinite; null for an infinite value, and without requests. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Median latency of the refusals; null without refusals. */
  readonly refusalP50: number | null;
  readonly refusalP99: number | null;
  /** Share of a core that the load generator used. */
  readonly generatorBusy: number;
}

/** Statuses with which a service refuses a request for now. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Counts requests over a period. All times are in milliseconds on one clock. */
export class Tally {
  readonly #begins: number;
  readonly #ends: number;
  readonly #limit: number;
  readonly #latencies: number[] = [];
  readonly #refusals: number[] = [];
  #inTime = 0;
  readonly #counts = { late: 0, refused: 0, lost: 0, labelled: 0, right: 0 };
  readonly #failures: Record<string, number> = {};

  constructor(begins: number, ends: number, limit: number) {
    this.#begins = begins;
    this.#ends = ends;
    this.#limit = limit;
  }

  /** Counts a request that was sent at `left` and ended at `back`. Ignores it if both are outside of the period. */
  add(left: number, back: number, record: ExchangeRecord): void {
    const { milliseconds, label, prediction, status, error } = record;
    const isInTime = error === undefined && milliseconds <= this.#limit;
    // Throughput counts good responses within the limit that came in the period; latency counts the requests that left in it.
    // So requests in flight at the beginning or the end of the period are neither counted twice nor left out.
    if (isInTime && back >= this.#begins && back < this.#ends) this.#inTime += 1;
    if (left < this.#begins || left >= this.#ends) return;
    if (error !== undefined) {
      this.#latencies.push(Number.POSITIVE_INFINITY);
      const isRefusal = REFUSALS.has(status);
      this.#counts[isRefusal ? 'refused' : 'lost'] += 1;
      if (isRefusal) this.#refusals.push(milliseconds);
      this.#failures[error] = (this.#failures[error] ?? 0) + 1;
      return;
    }
    this.#latencies.push(milliseconds);
    if (!isInTime) this.#counts.late += 1;
    if (label !== undefined) this.#counts.labelled += 1;
    if (label !== undefined && label === prediction) this.#counts.right += 1;
  }

  seen(clients: number, generatorBusy: number): Seen {
    const sorted = ascending(this.#latencies);
    const refusals = ascending(this.#refusals);
    const seconds = (this.#ends - this.#begins) / 1000;
    return {
      clients,
      seconds,
      requests: sorted.length,
      responsesPerSecond: this.#inTime / seconds,
      ...this.#counts,
      failures: this.#failures,
      p50: finite(quantile(sorted, 0.5)),
      p99: finite(quantile(sorted, 0.99)),
      refusalP50: finite(quantile(refusals, 0.5)),
      refusalP99: finite(quantile(refusals, 0.99)),
      generatorBusy,
    };
  }
}
