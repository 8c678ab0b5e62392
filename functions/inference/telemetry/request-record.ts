/** What is known of one request when it ends: the source of its log line, its metrics and its headers. */
import type { CacheVisit } from '../cache/cache-visit.ts';
import type { Prediction } from '../ensemble/prediction.ts';
import { Stages } from './stages.ts';

/** Filled in on the way; what a request did not come to stays undefined. */
export class RequestRecord {
  readonly stages = new Stages();
  readonly route: string;
  /** The first request of an execution environment that a caller waited for. */
  readonly coldStart: boolean;
  /** Lambda's id of the invocation. */
  readonly invocation: string;
  /** The caller's request id. */
  requestId: string | undefined;
  imageBytes: number | undefined;
  visit: CacheVisit | undefined;
  prediction: Prediction | undefined;
  answer: string | undefined;
  status = 500;
  /** Name of the problem that ended it, and what went wrong if it was our fault. */
  problem: string | undefined;
  error: Error | undefined;

  constructor(route: string, invocation: string, coldStart: boolean) {
    this.route = route;
    this.invocation = invocation;
    this.coldStart = coldStart;
  }

  get membersRun(): number {
    return this.prediction?.votes.length ?? 0;
  }
}
