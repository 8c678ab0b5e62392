/** What a run of the bench must show to pass. Both sides of a goal are measured on the same machine in the same run. */
import { describeMachine } from '../load-tests/command/machine.ts';
import type { RequestSource } from '../model-repository/request-source.ts';
import type { LoadResult } from './measure/load.ts';

/** What is measured, when and where. */
export type Run = ReturnType<typeof describeRun>;

export function describeRun({ manifest, client }: RequestSource) {
  const started = new Date().toISOString();
  return { started, machine: describeMachine(), model: manifest.model, contract: client.contract };
}

/** The first line of a table. */
export function titleOf({ machine, model, contract }: Run): string {
  return `${model} by ${contract}; ${machine}`;
}

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

export function describeGoals(goals: readonly Goal[]): string[] {
  return goals.map(({ name, measured, met }) => {
    const outcome = met === undefined ? '–' : met ? 'met' : 'MISSED';
    return `goal ${outcome.padEnd(7)} ${name}: ${measured}`;
  });
}
