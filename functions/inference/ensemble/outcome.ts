/** What the members of an ensemble make of one input. */
import type { Vote } from '../pipelines/pipeline.ts';

/** The output, and everything it was made from. */
export interface Outcome {
  readonly output: unknown;
  /** In the order in which the members ran; fewer than there are when the output was decided or time was short. */
  readonly votes: readonly Vote<unknown>[];
  /** Number of votes after which no other could change the output; undefined while one could. */
  readonly decidedAfter: number | undefined;
  /** Members that might have changed the output and were left out, because time was short. */
  readonly lacking: 'some members' | 'every member' | undefined;
}
