import { amount, milliseconds } from '../../report/format.ts';
import type { Play } from '../../simulation/play.ts';
import { serviceTime } from '../../simulation/service-time.ts';
import type { LoadRun } from '../../workload/load-run.ts';
import type { Load } from '../../workload/workload.ts';

const REUSED = {
  newest: 'the idle environment used last takes the next request',
  oldest: 'the idle environment used longest ago takes the next request',
};

/** What a play takes for granted, and what its durations rest on: one sentence each. */
export function assumptions(load: Load, play: Play, run: LoadRun | undefined): string[] {
  return [
    `Durations: ${serviceTime(load.fresh, play).origin}.`,
    ...(run?.notes ?? []),
    `On demand: warm for ${amount(play.keepWarm / 1000)} s, and ${REUSED[play.reuse]} (AWS publishes neither: --keep-warm, --reuse).`,
    play.dayHours === undefined
      ? 'A service that never rests: cold mornings are not counted.'
      : `Days of ${amount(play.dayHours)} h that begin with nothing warm but what is provisioned.`,
  ];
}

/** A load in words. */
export function loadText({ ratePerSecond, burst, fresh }: Load): string {
  const bursts = burst > 1 ? ` in bursts of ${burst}` : '';
  return `Load: ${amount(ratePerSecond)} requests/s${bursts}, ${milliseconds(fresh.mean)} each.`;
}
