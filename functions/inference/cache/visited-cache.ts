/** The cache of one execution environment, as a visit finds it, and how it leaves. */
import type { RunningDuration } from '../telemetry/running-duration.ts';
import type { Circuit } from './circuit.ts';
import type { LateWriter } from './late-writer.ts';
import type { RecentAnswers } from './recent-answers.ts';
import type { RepeatSign } from './repeat-sign.ts';
import type { ResponseStore } from './response-store.ts';

export interface VisitedCache {
  readonly options: {
    /** Version of the ensemble, kept with each answer. */
    readonly version: string;
    /** How long the first response of an id holds. */
    readonly ttlDays: number;
    /** What look-up and write together may cost a request, in milliseconds. */
    readonly allowanceMilliseconds: number;
    /** Whether a look-up costs nothing, so that every request with an id begins with one. @default false */
    readonly looksUpAlways?: boolean;
  };
  readonly table: ResponseStore;
  readonly circuit: Circuit;
  readonly recent: RecentAnswers;
  /** Answers that are not written yet. */
  readonly late: LateWriter;
  readonly sign: RepeatSign;
  /** What is being predicted in this process, by the keys of the cache; each resolves when it is over, however it ends. */
  readonly running: Map<string, Promise<void>>;
  /** How long a write takes of late, whether it succeeds or not. */
  readonly writing: RunningDuration;
}
