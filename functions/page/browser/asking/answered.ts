/** An answer, as it came back. */
import type { Explanation } from './explanation.ts';

export interface Answered<Told extends Explanation = Explanation> {
  readonly explanation: Told;
  /** From sending to having read the answer. */
  readonly milliseconds: number;
  /** How many members voted, and why not all: `1/2; shortened`. */
  readonly members: string;
}
