/** What is known of one request when it ends: the source of its log line, its metrics and its headers. */
import type { CacheVisit } from '../cache/cache-visit.ts';
import type { Summary } from '../kinds/kind.ts';
import type { Prediction } from '../members/prediction.ts';
import { Stages } from './stages.ts';

/** Filled in on the way; what a request did not come to stays undefined. */
export class RequestRecord {
  readonly stages = new Stages();
  /** `method path` of the route that answers; of the request itself where there is none. */
  route = '';
  /** The first request of an execution environment that a caller waited for. */
  readonly coldStart: boolean;
  /** Lambda's id of the invocation. */
  readonly invocation: string;
  /** The caller's request id. */
  requestId: string | undefined;
  /** Of the request's body. */
  bodyBytes: number | undefined;
  visit: CacheVisit | undefined;
  prediction: Prediction | undefined;
  /** What was answered, by members or from memory. */
  summary: Summary | undefined;
  status = 500;
  /** Name of the problem that ended it, and what went wrong if it was our fault. */
  problem: string | undefined;
  error: Error | undefined;

  constructor(invocation: string, coldStart: boolean) {
    this.invocation = invocation;
    this.coldStart = coldStart;
  }

  get membersRun(): number {
    return this.prediction?.votes.length ?? 0;
  }
  /** Questions that a member was asked at once, this one among them: the most of any; undefined where each was asked alone. */
  get batch(): number | undefined {
    const together = this.prediction?.votes.flatMap(({ batch }) => batch ?? []) ?? [];
    return together.length > 0 ? Math.max(...together) : undefined;
  }
}
