import { createRequire } from 'node:module';

/** The part of the `nanotimer` package that Artillery's arrival processes call. */
interface NanoTimer {
  setTimeout(task: () => void, args: unknown, delay: string): void;
  setInterval(task: () => void, args: unknown, interval: string): void;
  clearTimeout(): void;
  clearInterval(): void;
}

interface TimerState {
  due?: number;
  handle?: NodeJS.Timeout;
}

const MILLISECONDS: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 };
const states = new WeakMap<object, TimerState>();

/**
 * Artillery waits for the next arrival in a busy loop: above 40 arrivals a second it burns a whole core,
 * which the service under test may need. This gives its timer class ordinary timers instead. Due times
 * are kept on an absolute scale, so an arrival can be a millisecond late but the rate does not sag.
 */
export function calmArrivals(timerClass: { prototype: NanoTimer }): void {
  const prototype = timerClass.prototype;
  const schedule = (timer: object, task: () => void, delay: string) => {
    const state = states.get(timer) ?? {};
    states.set(timer, state);
    const now = performance.now();
    state.due = (state.due ?? now) + Number(delay.slice(0, -1)) * (MILLISECONDS[delay.slice(-1)] ?? 1);
    state.handle = setTimeout(task, Math.max(0, state.due - now));
  };
  const clear = (timer: object) => {
    clearTimeout(states.get(timer)?.handle);
    states.delete(timer);
  };

  prototype.setTimeout = function (task, _args, delay) {
    schedule(this, task, delay);
  };
  prototype.setInterval = function (task, _args, interval) {
    const tick = () => {
      schedule(this, tick, interval);
      task();
    };
    schedule(this, tick, interval);
  };
  prototype.clearTimeout = function () {
    clear(this);
  };
  prototype.clearInterval = function () {
    clear(this);
  };
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
