import type { Group } from '../verdict/group.ts';
import type { Verdict } from '../verdict/judge.ts';
import type { Rules } from '../verdict/objective.ts';
import type { Peak } from '../verdict/peak.ts';
import type { Comparison } from './baseline/compare.ts';
import type { Blocks } from './figures/blocks.ts';

/** Where a run was made, and how it can be made again. */
export interface Provenance {
  /** The commit of this project, and whether files differ from it. */
  commit: string;
  /** The machine of the load generator, in words. */
  machine: string;
  /** As it was typed, secrets left out. */
  commandLine: string;
}

/** `report.json`. */
export interface LoadReport extends Provenance {
  model: string;
  contract: string;
  scenario: string;
  target: string;
  /** As a person would say it. */
  load: string;
  /** ISO 8601. */
  started: string;
  seconds: number;
  requests: number;
  /** Good responses per second. */
  ratePerSecond: number;
  fresh: Group;
  cached: Group;
  /** As far as there are enough requests for them: quantile, up to 1, and milliseconds; null where it has no response. */
  percentiles: Record<'fresh' | 'cached', [quantile: number, milliseconds: number | null][]>;
  /** Parts of the run, which tell its own spread; none where there are too few responses. */
  blocks: Blocks;
  /** So many seconds of this load make a run long enough to be a baseline. */
  comparableSeconds: number;
  /** Requests for which an execution environment had to be started. */
  coldStarts: number;
  /** Known only for a service that the run started itself. */
  workers?: number | undefined;
  /** Mean of the bodies. */
  requestBytes: number;
  /** Mean of good responses with their headers. */
  responseBytes: number;
  /** Mean of what the function itself reports in `server-timing`, in milliseconds. */
  billedMilliseconds: { fresh: number; cached: number };
  /** Stopped by Ctrl-C. */
  interrupted: boolean;
  rules: Rules;
  verdict: Verdict;
  /** Only in the report of `peak`. */
  peak?: Peak;
  /** The run beside earlier ones, where `--baseline` names some. */
  comparisons?: Comparison[];
}
