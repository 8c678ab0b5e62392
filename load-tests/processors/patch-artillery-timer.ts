import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { now } from '../client/clock.ts';

/** The part of the package `nanotimer` that Artillery's arrival processes use. */
interface NanoTimer {
  setTimeout(task: () => void, args: unknown, delay: string): void;
  setInterval(task: () => void, args: unknown, interval: string): void;
  clearTimeout(): void;
  clearInterval(): void;
}

/** A timer's next task and its due time, in milliseconds since 1970. */
interface Schedule {
  due: number;
  task?: (() => void) | undefined;
  handle?: NodeJS.Timeout;
}

const MILLISECONDS: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 };
const schedules = new WeakMap<object, Schedule>();

/** Carries the due time of an arrival through Artillery to the function of its virtual user. */
const arrival = new AsyncLocalStorage<number>();

/** Due time of the current arrival, in ms since 1970; undefined if no patched timer planned the arrival. */
export function dueTime(): number | undefined {
  return arrival.getStore();
}

/**
 * Makes Artillery's timer class use ordinary timers. Artillery's own timer waits in a busy loop. Above 40 arrivals a second, this
 * loop takes a whole core, which the service under test may need. With ordinary timers an arrival may be a millisecond late,
 * but the rate is right, because due times are absolute and overdue arrivals follow at once. An arrival's function can read its
 * due time from {@link dueTime}.
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
  // Rounded up, because timers count whole milliseconds and an arrival must not be early.
  schedule.handle = setTimeout(runOverdue, Math.ceil(Math.max(0, schedule.due - moment)), schedule);
}

/** Runs the planned task. If this task plans another task that is already due, runs that task, too, and so on. */
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

/** Patches the timer of the Artillery that runs this process. If that fails, prints a warning. */
export function calmArtillery(): void {
  try {
    const artillery = createRequire(process.argv[1] ?? import.meta.filename);
    const arrivals = createRequire(artillery.resolve('arrivals'));
    calmArrivals(arrivals('nanotimer'));
  } catch (error) {
    console.warn(
      `Artillery's timer, which may take a whole core, could not be replaced: ${(error as Error).message}`,
    );
  }
}
