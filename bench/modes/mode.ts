import type { AskedTask } from '../../tasks/asked-task.ts';
import type { BenchOptions } from '../options.ts';

/** What came of a run: for the terminal, for `--json` and `--chart`, for the exit code. */
export interface Outcome {
  readonly table: string;
  readonly measurements: unknown;
  readonly kept: boolean;
  /** An SVG. */
  readonly chart?: string;
}

/** One of the things that the bench measures. */
export interface BenchMode {
  /** Whether nothing can be said without /proc. */
  readonly linuxOnly: boolean;
  /** @param dataDirectory an empty folder that is removed afterwards */
  measure(asked: AskedTask, options: BenchOptions, dataDirectory: string): Promise<Outcome>;
}
