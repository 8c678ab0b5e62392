/** The cache of one execution environment, as a session finds it and leaves it. */
import type { RunningDuration } from '../telemetry/running-duration.ts';
import type { Circuit } from './circuit.ts';
import type { RecentEntries } from './recent-entries.ts';
import type { ResponseStore } from './response-store.ts';
import type { RetryHint } from './retry-hint.ts';
import type { WriteBehindQueue } from './write-behind-queue.ts';

export interface CacheParts {
  readonly options: {
    /** Version of the ensemble, kept with each response. */
    readonly version: string;
    /** How long the first response of an id stays valid. */
    readonly ttlDays: number;
    /** What look-up and write together may cost a request, in milliseconds. */
    readonly timeoutMilliseconds: number;
    /** Whether a look-up costs nothing, so that every request with an id begins with one. @default false */
    readonly looksUpAlways?: boolean;
  };
  readonly table: ResponseStore;
  readonly circuit: Circuit;
  readonly recent: RecentEntries;
  /** Responses that are not written yet. */
  readonly late: WriteBehindQueue;
  readonly sign: RetryHint;
  /** Predictions in progress in this process, by cache key; each promise resolves when its prediction ends, even by an error. */
  readonly running: Map<string, Promise<void>>;
  /** How long recent writes took, whether they succeeded or not. */
  readonly writing: RunningDuration;
}
