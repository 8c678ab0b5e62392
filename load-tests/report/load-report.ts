import type { Group } from '../verdict/group.ts';
import type { Verdict } from '../verdict/judge.ts';
import type { Rules } from '../verdict/objective.ts';
import type { Peak } from '../verdict/peak.ts';

/** Where a run was made, and how to repeat it. */
export interface Provenance {
  /** The commit of this project, and whether files differ from it. */
  commit: string;
  /** The machine of the load generator, in words. */
  machine: string;
  /** The command line without secrets. */
  commandLine: string;
}

/** Content of `report.json`. */
export interface LoadReport extends Provenance {
  model: string;
  contract: string;
  scenario: string;
  target: string;
  /** The load in words. */
  load: string;
  /** Start of the run in ISO 8601. */
  started: string;
  seconds: number;
  requests: number;
  /** Good responses per second. */
  ratePerSecond: number;
  fresh: Group;
  cached: Group;
  /**
   * Latency at each quantile for which there are enough requests, and at 1. Null if the quantile falls on a request
   * without a good response.
   */
  percentiles: Record<'fresh' | 'cached', [quantile: number, milliseconds: number | null][]>;
  /** Requests for which an execution environment had to start. */
  coldStarts: number;
  /** Number of workers, known only for a service that the run started itself. */
  workers?: number | undefined;
  /** Mean bytes of the requests' bodies. */
  requestBytes: number;
  /** Mean bytes of good responses with their headers. */
  responseBytes: number;
  /** Mean duration that the service itself reports in `server-timing`, in milliseconds. */
  billedMilliseconds: { fresh: number; cached: number };
  /** Whether the user stopped the run early, as with Ctrl-C. */
  interrupted: boolean;
  rules: Rules;
  verdict: Verdict;
  /** The highest rate that meets the objective; only in the report of `peak`. */
  peak?: Peak;
}
