import { amount } from '../report/format.ts';
import { serviceTime } from '../simulation/service-time.ts';
import type { Trial } from '../simulation/trial.ts';
import { KEEP_WARM_SECONDS } from '../workload/defaults.ts';
import type { Load } from '../workload/workload.ts';

/** The output of a command with its exit code. */
export interface Printed {
  readonly text: string;
  readonly exitCode: number;
}

/** Fewest milliseconds between two lines about the progress. */
const PATIENCE_MILLISECONDS = 2000;

/** @returns a function to call after each simulation. Now and then, it prints to stderr how many simulations are done. */
export function simulationProgress(): () => void {
  let count = 0;
  let shown = performance.now();
  return () => {
    count += 1;
    const now = performance.now();
    if (now - shown < PATIENCE_MILLISECONDS) return;
    shown = now;
    console.error(`Simulating … ${count} done`);
  };
}

/** The assumptions of a simulation, one sentence each. */
export function assumptions({ fresh }: Load, { dayHours }: Trial): string[] {
  return [
    `Durations: ${serviceTime(fresh).origin}.`,
    `Environments stay warm for ${KEEP_WARM_SECONDS} s, and the one used last takes the next request (assumed; AWS publishes neither).`,
    dayHours === undefined
      ? 'The load is uninterrupted, so no day begins cold.'
      : `Each day has ${amount(dayHours)} h of load, and begins with only the provisioned environments warm.`,
  ];
}
