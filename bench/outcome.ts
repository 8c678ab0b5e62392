import type { Goal } from './goals.ts';

/** What a mode of the bench has measured. */
export interface Outcome {
  /** For a terminal. */
  readonly table: string;
  /** For `--json`. */
  readonly measurements: object;
  /** Undefined: nothing is judged. */
  readonly goals?: readonly Goal[];
}
