import type { FunctionPool, TaskStatistics } from './environments/function-pool.ts';
import type { IncidentCounts } from './incidents.ts';

/** Counts of all tasks together, and of each. */
export interface ServiceStatistics extends Omit<TaskStatistics, 'task'> {
  readonly tasks: readonly TaskStatistics[];
  /** What befell the service, by the name of its metric. */
  readonly incidents: IncidentCounts;
}

export function collectStatistics(
  functions: readonly FunctionPool[],
  incidents: IncidentCounts,
): ServiceStatistics {
  const tasks = functions.map((one) => one.statistics());
  const sum = (count: (one: TaskStatistics) => number) => tasks.reduce((total, one) => total + count(one), 0);
  return {
    spillOver: sum(({ spillOver }) => spillOver),
    deaths: sum(({ deaths }) => deaths),
    waiting: sum(({ waiting }) => waiting),
    tasks,
    incidents,
  };
}
