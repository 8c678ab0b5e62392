import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { now } from '../client/clock.ts';

/** The part of the `nanotimer` package that Artillery's arrival processes call. */
interface NanoTimer {
  setTimeout(task: () => void, args: unknown, delay: string): void;
  setInterval(task: () => void, args: unknown, interval: string): void;
  clearTimeout(): void;
  clearInterval(): void;
}

/** One timer object's next task, and when it is due, in milliseconds since 1970. */
interface Schedule {
  due: number;
  task?: (() => void) | undefined;
  handle?: NodeJS.Timeout;
}

const MILLISECONDS: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 };
const schedules = new WeakMap<object, Schedule>();

/** Follows the due time of an arrival through Artillery to the function of its virtual user. */
const arrival = new AsyncLocalStorage<number>();

/** When the arrival that led here was due, in ms since 1970; undefined where no calm timer planned it. */
export function dueTime(): number | undefined {
  return arrival.getStore();
}

/**
 * Artillery waits for the next arrival in a busy loop: above 40 arrivals a second it burns a whole core,
 * which the service under test may need. This gives its timer class ordinary timers instead. Due times
 * are kept on an absolute scale and what is overdue is made up for at once, so that an arrival can be a
 * millisecond late but the rate does not sag; what an arrival leads to can find out when it was due.
 */
export function calmArrivals(timerClass: { prototype: NanoTimer }): void {
  const prototype = timerClass.prototype;
  prototype.setTimeout = function (task, _args, delay) {
    plan(this, task, delay);
  };
  prototype.setInterval = function (task, _args, interval) {
    const tick = () => {
      plan(this, tick, interval);
      task();
    };
    plan(this, tick, interval);
  };
  prototype.clearTimeout = function () {
    cancel(this);
  };
  prototype.clearInterval = prototype.clearTimeout;
}

function plan(timer: object, task: () => void, delay: string): void {
  const moment = now();
  const schedule = schedules.get(timer) ?? { due: moment };
  schedules.set(timer, schedule);
  schedule.due += Number(delay.slice(0, -1)) * (MILLISECONDS[delay.slice(-1)] ?? 1);
  schedule.task = task;
  clearTimeout(schedule.handle);
  // Timers count whole milliseconds: rather one too late than the arrival too early.
  schedule.handle = setTimeout(runOverdue, Math.ceil(Math.max(0, schedule.due - moment)), schedule);
}

/** Runs a task, and those it plans for moments that have passed already. */
function runOverdue(schedule: Schedule): void {
  do {
    const { task, due } = schedule;
    schedule.task = undefined;
    if (task !== undefined) arrival.run(due, task);
  } while (schedule.task !== undefined && schedule.due <= now());
}

function cancel(timer: object): void {
  const schedule = schedules.get(timer);
  if (schedule === undefined) return;
  clearTimeout(schedule.handle);
  schedule.task = undefined;
  schedules.delete(timer);
}

/** Calms the timer of the Artillery that runs this very processor, if there is one. */
export function calmArtillery(): void {
  try {
    const artillery = createRequire(process.argv[1] ?? import.meta.filename);
    const arrivals = createRequire(artillery.resolve('arrivals'));
    calmArrivals(arrivals('nanotimer'));
  } catch (error) {
    console.warn(`Artillery's arrival timer stays as it is: ${(error as Error).message}`);
  }
}
