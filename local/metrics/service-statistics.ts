import type { IncidentCounts } from './incidents.ts';

/** A worker process that is alive. */
export interface RunningWorker {
  /** Number of the worker, unique within the service. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly model: string;
}

/** Counts of one model since its workers were started. */
export interface ModelStatistics {
  readonly model: string;
  /** Workers that ended unexpectedly. */
  readonly deaths: number;
  /** Requests that wait for a worker now. */
  readonly waiting: number;
}

export interface ServiceStatistics {
  readonly models: readonly ModelStatistics[];
  readonly workers: readonly RunningWorker[];
  /** Counts of incidents by the names of their metrics. */
  readonly incidents: IncidentCounts;
}
