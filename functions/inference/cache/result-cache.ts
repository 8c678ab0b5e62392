/** Answers by request id: the first one wins, for every execution environment, and none is ever lost to it. */

import { RunningDuration } from '../telemetry/running-duration.ts';
import { CacheVisit } from './cache-visit.ts';
import { Circuit } from './circuit.ts';
import { LateWriter } from './late-writer.ts';
import { RecentAnswers } from './recent-answers.ts';
import { RepeatSign } from './repeat-sign.ts';
import { probe, type ResponseStore } from './response-store.ts';
import type { VisitedCache } from './visited-cache.ts';
import { within } from './within.ts';

/** Of what is cached for the model as it is now. */
const CONTENT_TTL_DAYS = 1;

export type ResultCacheOptions = VisitedCache['options'] & {
  readonly task: string;
  /** Hash of all that the model's output depends on. */
  readonly fingerprint: string;
};

/** The cache of one execution environment. Unreachable, slow or throttled, it costs time but never an answer. */
export class ResultCache implements VisitedCache {
  readonly options: ResultCacheOptions;
  readonly table: ResponseStore;
  readonly circuit = new Circuit();
  readonly recent = new RecentAnswers();
  readonly late: LateWriter;
  readonly sign = new RepeatSign();
  readonly running = new Map<string, Promise<void>>();
  readonly writing = new RunningDuration();

  constructor(table: ResponseStore, options: ResultCacheOptions) {
    this.table = table;
    this.options = options;
    this.late = new LateWriter(table, this.circuit, this.recent);
  }

  /** Whether the table can be used now: it answers within the time that a request has for it. */
  async answers(): Promise<boolean> {
    if (!this.circuit.allows) return false;
    this.circuit.begins();
    try {
      await within(this.options.allowanceMilliseconds, (signal) => probe(this.table, signal));
      this.circuit.succeeded();
      return true;
    } catch {
      this.circuit.failed();
      return false;
    }
  }

  /**
   * What one request asks of the cache.
   *
   * @param id the request id
   * @param digest SHA-256 of the question's content in hexadecimal
   * @param scope whether the first response holds for the model under its name, or for its content
   */
  visit(id: string, digest: string, scope: 'name' | 'content' = 'name'): CacheVisit {
    const { task, fingerprint, ttlDays } = this.options;
    return scope === 'name'
      ? new CacheVisit(this, { key: `${task}#${id}`, digest, ttlDays })
      : new CacheVisit(this, { key: `${task}@${fingerprint}#${id}`, digest, ttlDays: CONTENT_TTL_DAYS });
  }
}
