import type { IncidentCounts } from './incidents.ts';
import type { RunningWorker } from './workers/pool-plan.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** Counts of one model since the start. */
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
  /** What happened to the service, by the name of its metric. */
  readonly incidents: IncidentCounts;
}

export function collectStatistics(
  pools: ReadonlyMap<string, WorkerPool>,
  incidents: IncidentCounts,
): ServiceStatistics {
  return {
    models: [...pools].map(([model, { deaths, waiting }]) => ({ model, deaths, waiting })),
    workers: [...pools.values()].flatMap((pool) => pool.workers()),
    incidents,
  };
}
