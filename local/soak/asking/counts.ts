/** What has been counted so far. */

/** Things that must never happen. */
export type Wrong =
  /** A question that never got an answer although it was repeated. */
  | 'lost'
  /** An id that was answered in two ways, or given to another question. */
  | 'changed'
  /** An answer that is not the one its sample gets in calm. */
  | 'wrong answer'
  /** A status that a good question, or a damaged one, must not get. */
  | 'wrong status'
  /** A connection that was refused or broken while the service had no reason to. */
  | 'broken connection';

export class Counts {
  /** Ids put to the service, and ids put again. */
  questions = 0;
  /** Requests that left, repeats of a question by its waiting client included. */
  attempts = 0;
  /** Status 200, received whole. */
  answers = 0;
  /** Of those, answered from memory (`x-subsecond-cache: hit`). */
  fromMemory = 0;
  /** Of those, given while the table was out of reach. */
  degraded = 0;
  /** Of those, worse for lack of time. */
  provisional = 0;
  /** 429 and 503 that say when to come again. */
  refused429 = 0;
  refused503 = 0;
  /** Another question under a known id, refused with 422 as the contract wants. */
  conflicts = 0;
  /** Attempts whose client left because its time was over. */
  late = 0;
  /** Attempts that found nobody while the service was down on purpose. */
  unreachable = 0;
  /** Of those, connections that were cut while it stopped. */
  cutWhileStopping = 0;
  /** Damaged requests, and those among them that were refused with a 4xx. */
  damaged = 0;
  damagedRefused = 0;
  readonly wrong: Record<Wrong, number> = {
    lost: 0,
    changed: 0,
    'wrong answer': 0,
    'wrong status': 0,
    'broken connection': 0,
  };
  /** How often each status came that must not come, and with which fault. */
  readonly wrongStatuses = new Map<string, number>();
}
