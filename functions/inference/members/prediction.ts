/** What an ensemble says to one question. */
import type { Vote } from '../kinds/kind.ts';

/** The answer, and everything it was made from. */
export interface Prediction {
  readonly output: unknown;
  /** In the order in which the members ran; fewer than there are when the answer was decided or time was short. */
  readonly votes: readonly Vote<unknown>[];
  /** Number of votes after which no other could change the answer; undefined while one could. */
  readonly decidedAfter: number | undefined;
  /** Members that might have changed the answer and were left out, because time was short. */
  readonly lacking: 'some members' | 'every member' | undefined;
}
