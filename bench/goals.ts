/** What a run of the bench must show to pass. Both sides of a goal are measured on the same machine in the same run. */
import type { LoadResult } from './measure/load.ts';

export interface Goal {
  /** What must hold, and measured against what. */
  readonly name: string;
  readonly measured: string;
  /** Undefined: not judged in this run. */
  readonly met: boolean | undefined;
}

/** What a mode of the bench has measured. */
export interface Outcome {
  /** For a terminal. */
  readonly table: string;
  /** For `--json`. */
  readonly measurements: object;
  /** Undefined: nothing is judged. */
  readonly goals?: readonly Goal[];
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

/** Lines for a terminal. */
export function describeGoals(goals: readonly Goal[]): string[] {
  return goals.map(({ name, measured, met }) => {
    const outcome = met === undefined ? '–' : met ? 'met' : 'MISSED';
    return `goal ${outcome.padEnd(7)} ${name}: ${measured}`;
  });
}
