/** Responses by request id. A repeat in any process gets the first response. */
import { Circuit } from './circuit.ts';
import { RecentEntries } from './recent-entries.ts';
import { PROBE, type ResponseStore } from './response-store.ts';
import { WriteBehindQueue } from './write-behind-queue.ts';

/** A larger number of attempts left is ignored, because later requests with fewer attempts left would look like repeats. */
const MAX_CREDIBLE_ATTEMPTS = 10;

export interface ResponseCacheOptions {
  readonly model: string;
  readonly version: string;
  /** Hash of all that the model's output depends on. */
  readonly fingerprint: string;
  readonly ttlDays: number;
  /** Time limit of the look-up and the write of one request together. */
  readonly timeoutMilliseconds: number;
}

/**
 * The cache that all requests to the model in one process share. A table that is unreachable, slow or throttled costs time but
 * never a response.
 */
export class ResponseCache {
  readonly options: ResponseCacheOptions;
  readonly table: ResponseStore;
  readonly circuit = new Circuit();
  readonly recent = new RecentEntries();
  readonly late: WriteBehindQueue;
  /** The highest credible number of attempts that any request had left. */
  #mostAttempts = 0;
  /** Predictions in progress in this process, by cache key; each promise resolves when its prediction ends, even by an error. */
  readonly running = new Map<string, Promise<void>>();
  /** Moving mean of the duration of writes in milliseconds, failed writes included. */
  writingMilliseconds = 0;

  constructor(table: ResponseStore, options: ResponseCacheOptions) {
    this.table = table;
    this.options = options;
    this.late = new WriteBehindQueue(table, this.circuit, this.recent);
  }

  /**
   * Callers count their attempts down, so a request with fewer attempts left than the highest number seen here is
   * probably a repeat. The guess only decides whether a look-up precedes the prediction. It never changes the response.
   */
  suggestsRepeat(attemptsLeft = Infinity): boolean {
    if (attemptsLeft > MAX_CREDIBLE_ATTEMPTS) return false;
    this.#mostAttempts = Math.max(this.#mostAttempts, attemptsLeft);
    return attemptsLeft < this.#mostAttempts;
  }

  /** Whether the table responds within `timeoutMilliseconds`; false while the circuit pauses calls. */
  async isReachable(): Promise<boolean> {
    if (!this.circuit.allows) return false;
    const { timeoutMilliseconds } = this.options;
    return this.circuit
      .call(timeoutMilliseconds, (signal) => this.table.get(PROBE, signal))
      .then(
        () => true,
        () => false,
      );
  }
}
