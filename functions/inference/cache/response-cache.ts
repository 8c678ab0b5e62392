/** Responses by request id: the first one wins in every execution environment, and a failing store never costs a response. */
import { RunningDuration } from '../telemetry/running-duration.ts';
import { RecentEntries } from './recent-entries.ts';
import { probe, type ResponseStore } from './response-store.ts';
import { RetryHint } from './retry-hint.ts';
import { Circuit, StoreCalls } from './store-calls.ts';
import { WriteBehindQueue } from './write-behind-queue.ts';

export interface ResponseCacheOptions {
  readonly model: string;
  /** Version of the ensemble, kept with each response. */
  readonly version: string;
  /** Hash of all that the model's output depends on. */
  readonly fingerprint: string;
  readonly ttlDays: number;
  /** Time that look-up and write together may take of a request, in milliseconds. */
  readonly timeoutMilliseconds: number;
  /** Whether a look-up costs nothing, so that every request with an id begins with one. @default false */
  readonly looksUpAlways?: boolean;
}

/**
 * The cache that all requests of one execution environment share. A table that is unreachable, slow or throttled costs
 * time but never a response.
 */
export class ResponseCache {
  readonly options: ResponseCacheOptions;
  readonly table: ResponseStore;
  readonly circuit = new Circuit();
  readonly recent = new RecentEntries();
  readonly late: WriteBehindQueue;
  readonly sign = new RetryHint();
  /** Predictions in progress in this process, by cache key; each promise resolves when its prediction ends, even by an error. */
  readonly running = new Map<string, Promise<void>>();
  /** How long recent writes took, whether they succeeded or not. */
  readonly writing = new RunningDuration();

  constructor(table: ResponseStore, options: ResponseCacheOptions) {
    this.table = table;
    this.options = options;
    this.late = new WriteBehindQueue(table, this.circuit, this.recent);
  }

  /** Whether the table responds within the time that a request has for it. */
  async isReachable(): Promise<boolean> {
    const calls = new StoreCalls(this.circuit, this.options.timeoutMilliseconds);
    await calls.call(calls.millisecondsLeft, (signal) => probe(this.table, signal));
    return calls.failure === undefined;
  }
}
