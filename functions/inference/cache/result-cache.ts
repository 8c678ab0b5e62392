/** Answers by request id: the first one wins, for every execution environment, and none is ever lost to it. */

import { RunningDuration } from '../running-duration.ts';
import type { AnswerTable } from './answer-table.ts';
import { CacheVisit } from './cache-visit.ts';
import { Circuit } from './circuit.ts';
import { RecentAnswers } from './recent-answers.ts';
import { RepeatSign } from './repeat-sign.ts';

export interface ResultCacheOptions {
  readonly task: string;
  /** Version of the ensemble, kept with each answer. */
  readonly version: string;
  readonly ttlDays: number;
  /** What look-up and write together may cost a request, in milliseconds. */
  readonly allowanceMilliseconds: number;
}

/** The cache of one execution environment. Unreachable, slow or throttled, it costs time but never an answer. */
export class ResultCache {
  readonly options: ResultCacheOptions;
  readonly table: AnswerTable;
  readonly circuit = new Circuit();
  readonly recent = new RecentAnswers();
  readonly sign = new RepeatSign();
  /** How long a write takes of late, whether it succeeds or not. */
  readonly writing = new RunningDuration();

  constructor(table: AnswerTable, options: ResultCacheOptions) {
    this.table = table;
    this.options = options;
  }

  /**
   * What one request asks of the cache.
   *
   * @param id the request id
   * @param image SHA-256 of its image in hexadecimal
   */
  visit(id: string, image: string): CacheVisit {
    return new CacheVisit(this, `${this.options.task}#${id}`, image);
  }
}
