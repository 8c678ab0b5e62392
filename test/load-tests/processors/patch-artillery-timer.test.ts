import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { calmArrivals, dueTime } from '../../../load-tests/processors/patch-artillery-timer.ts';
import { cpuTime } from '../../support/cpu-time.ts';

type Task = () => void;

/** A timer of a patched class with nanotimer's methods. `setTimeout` and `setInterval` throw unless the patch replaces them. */
function calmedTimer() {
  class Timer {
    setTimeout(_task: Task, _args: unknown, _delay: string): void {
      throw new Error('not calmed');
    }
    setInterval(_task: Task, _args: unknown, _interval: string): void {
      throw new Error('not calmed');
    }
    clearTimeout(): void {}
    clearInterval(): void {}
  }
  calmArrivals(Timer);
  return new Timer();
}

function blockFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('calm arrivals', () => {
  it('use hardly any processor while they wait', async () => {
    const timer = calmedTimer();
    const milliseconds = cpuTime();

    await new Promise<void>((resolve) => timer.setTimeout(resolve, '', '300m'));

    expect(milliseconds()).toBeLessThan(150);
  });

  it('catch up after the process was delayed, and keep their due times', async () => {
    const timer = calmedTimer();
    const known: number[] = [];
    const arrive = () => {
      timer.setTimeout(arrive, '', '5m');
      setImmediate(() => known.push(dueTime() ?? Number.NaN));
    };
    const before = performance.timeOrigin + performance.now();
    timer.setTimeout(arrive, '', '5m');
    const after = performance.timeOrigin + performance.now();

    blockFor(100);
    while (known.length < 20) await sleep(1);
    timer.clearTimeout();

    const [first = Number.NaN] = known;
    expect(first).toBeGreaterThanOrEqual(before + 5);
    expect(first).toBeLessThanOrEqual(after + 5);
    for (const [index, due] of known.entries()) expect(due).toBeCloseTo(first + 5 * index, 3);
    expect(dueTime()).toBeUndefined();
  });

  it('keep the rate of an interval', async () => {
    const timer = calmedTimer();
    let ticks = 0;
    timer.setInterval(() => ticks++, '', '2500u');

    await sleep(200);
    timer.clearInterval();
    const atEnd = ticks;
    await sleep(30);

    expect(atEnd).toBeGreaterThanOrEqual(76);
    expect(ticks).toBe(atEnd);
  });
});
