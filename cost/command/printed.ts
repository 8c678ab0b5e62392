import { amount } from '../report/format.ts';
import type { Play } from '../simulation/play.ts';
import { serviceTime } from '../simulation/service-time.ts';
import { KEEP_WARM_SECONDS } from '../workload/defaults.ts';
import type { Load } from '../workload/workload.ts';

/** What a command prints, and the exit code that goes with it. */
export interface Printed {
  readonly text: string;
  readonly exitCode: number;
}

/** What a play takes for granted, and what its durations rest on: one sentence each. */
export function assumptions({ fresh }: Load, { dayHours }: Play): string[] {
  return [
    `Durations: ${serviceTime(fresh).origin}.`,
    `On demand: warm for ${KEEP_WARM_SECONDS} s, and the idle environment used last takes the next request (AWS publishes neither).`,
    dayHours === undefined
      ? 'A service that never rests: cold mornings are not counted.'
      : `Days of ${amount(dayHours)} h that begin with nothing warm but what is provisioned.`,
  ];
}
