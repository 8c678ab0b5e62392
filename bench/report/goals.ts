/** What a run of the bench must show to pass. Both sides of a goal are measured on the same machine in the same run. */
import type { Ceiling } from '../measure/bare-inference.ts';
import type { LoadResult, MeasuredLoad } from '../measure/load.ts';

/** CPU time of the workers, at most so many times that of the members that a response takes. */
export const MOST_CPU = 1.5;
/** Members that take less CPU time than this are not what a request costs. */
export const LEAST_MEMBERS_MILLISECONDS = 1;

export interface Goal {
  /** What must hold, and measured against what. */
  readonly name: string;
  readonly measured: string;
  /** Undefined: not judged in this run. */
  readonly kept: boolean | undefined;
}

/** The part of the measurements that is judged. */
interface Judged {
  readonly ceiling: { readonly asked: Ceiling };
  readonly oneClient: MeasuredLoad;
  readonly manyClients: MeasuredLoad;
  readonly repeated: MeasuredLoad;
}

export function judgeGoals({ ceiling: { asked }, oneClient, manyClients, repeated }: Judged): Goal[] {
  return [allSucceeded([oneClient, manyClients, repeated]), cpuOverMembers(manyClients, asked)];
}

export function allSucceeded(loads: readonly LoadResult[]): Goal {
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  const failure = loads.find((load) => load.failure !== undefined)?.failure;
  return {
    name: 'every request succeeds',
    measured: `${failures} of ${requests} failed${failure === undefined ? '' : ` (${failure})`}`,
    kept: failures === 0,
  };
}

function cpuOverMembers(load: MeasuredLoad, { cpuMillisecondsPerRequest: members }: Ceiling): Goal {
  const { workers } = load.cpuPerRequest;
  const ratio = workers / members;
  const judged = members >= LEAST_MEMBERS_MILLISECONDS;
  return {
    name: `CPU of the workers a request, at most ${MOST_CPU.toFixed(1)} times the members that a response takes`,
    measured:
      `${ratio.toFixed(2)} times, ${workers.toFixed(2)} ms over ${members.toFixed(2)} ms` +
      (judged ? '' : `; not judged for members of less than ${LEAST_MEMBERS_MILLISECONDS} ms`),
    kept: judged ? ratio <= MOST_CPU : undefined,
  };
}

export function goalsKept(goals: readonly Goal[]): boolean {
  return goals.every(({ kept }) => kept !== false);
}

/** Lines for a terminal. */
export function describeGoals(goals: readonly Goal[]): string[] {
  return goals.map(({ name, measured, kept }) => {
    const outcome = kept === undefined ? '–' : kept ? 'kept' : 'MISSED';
    return `goal ${outcome.padEnd(7)} ${name}: ${measured}`;
  });
}
