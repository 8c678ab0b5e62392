/** Goals of the bench. The values that a goal compares are measured on the same machine in the same run. */
import type { LoadResult } from './measure/load.ts';

export interface Goal {
  /** The goal in words. `measured` has the measurements that decide it. */
  readonly name: string;
  readonly measured: string;
  /** Whether the goal is met; undefined if this run does not judge it. */
  readonly met: boolean | undefined;
}

export function allSucceeded(loads: readonly LoadResult[]): Goal {
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  const failure = loads.find((load) => load.failure !== undefined)?.failure;
  return {
    name: 'every request succeeds',
    measured: `${failures} of ${requests} failed${failure === undefined ? '' : ` (${failure})`}`,
    met: failures === 0,
  };
}

export function goalsMet(goals: readonly Goal[]): boolean {
  return goals.every(({ met }) => met !== false);
}

export function describeGoals(goals: readonly Goal[]): string[] {
  return goals.map(({ name, measured, met }) => {
    const outcome = met === undefined ? '–' : met ? 'met' : 'MISSED';
    return `goal ${outcome.padEnd(7)} ${name}: ${measured}`;
  });
}
