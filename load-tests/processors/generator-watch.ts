import { now, toMicroseconds } from '../client/clock.ts';
import type { GeneratorRecord, StallRecord } from '../client/records.ts';

const TICK_MILLISECONDS = 10;
/** Shorter stalls are normal, because timers are inexact, and handling a response takes some time. */
const STALL_MILLISECONDS = 20;
const REPORT_MILLISECONDS = 1000;

/**
 * Records when the event loop of this thread stalls, and how busy it is. The event loop sends every request and notices every
 * response. The timer of the measurement does not keep the process alive.
 */
export function watchGenerator(record: (record: GeneratorRecord | StallRecord) => void): void {
  let ticked = now();
  let reported = ticked;
  let loop = performance.eventLoopUtilization();
  const tick = () => {
    const at = ticked + TICK_MILLISECONDS;
    ticked = now();
    const milliseconds = toMicroseconds(ticked - at);
    if (milliseconds > STALL_MILLISECONDS) record({ kind: 'stall', at, milliseconds });
    if (ticked - reported < REPORT_MILLISECONDS) return;
    const busy = performance.eventLoopUtilization(loop).utilization;
    record({ kind: 'generator', at: ticked, busy });
    loop = performance.eventLoopUtilization();
    reported = ticked;
  };
  setInterval(tick, TICK_MILLISECONDS).unref();
}
