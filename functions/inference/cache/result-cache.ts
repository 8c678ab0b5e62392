/** Answers by request id: the first one wins, for every execution environment, and none is ever lost to it. */
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

  constructor(table: AnswerTable, options: ResultCacheOptions) {
    this.table = table;
    this.options = options;
  }

  /** Opens the connection before the first question needs it. Never rejects. */
  async warmUp(): Promise<void> {
    await this.visit('', '').call(1_000, (units, signal) => this.table.read('warm-up', units, signal));
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
