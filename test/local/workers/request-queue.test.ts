import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestQueue } from '../../../local/workers/request-queue.ts';
import { Abandoned, type Task } from '../../../local/workers/task.ts';
import { task } from './pools.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue that has learned a service time, and what has expired in it. */
function queueOf(serviceTime = 100, most?: number) {
  const expired: Task[] = [];
  const queue = new RequestQueue((one) => expired.push(one), most);
  for (let count = 0; count < 500; count += 1) queue.observe(serviceTime);
  return { queue, expired };
}

describe('The request queue', () => {
  it('learns the service time from what it observes', () => {
    expect(queueOf(100).queue.serviceTime).toBeCloseTo(100);
  });

  it('gives requests out in the order of their arrival', () => {
    const { queue } = queueOf();
    const tasks = [task(3000), task(1000), task(2000)];
    for (const one of tasks) queue.join(one);

    expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([...tasks, undefined]);
  });

  it('takes no request that could not be served in time if it were its turn at once', () => {
    const { queue } = queueOf(100);

    expect(queue.join(task(110))).toBe(true);
    expect(queue.join(task(90))).toBe(false);
  });

  it('leaves time for what comes after a prediction', () => {
    const { queue } = queueOf(100);

    expect(queue.join(task(160, { millisecondsAfter: 50 }))).toBe(true);
    expect(queue.join(task(140, { millisecondsAfter: 50 }))).toBe(false);
  });

  it('leaves time for responses that take longer than most', () => {
    const { queue } = queueOf(100);
    // 100 ms on average, give or take 50.
    for (let count = 0; count < 500; count += 1) queue.observe(count % 2 ? 50 : 150);

    expect(queue.join(task(210))).toBe(true);
    expect(queue.join(task(190))).toBe(false);
  });

  it('takes more than can be served in time, up to its end', () => {
    const { queue } = queueOf(100, 50);
    const joined = Array.from({ length: 51 }, () => queue.join(task(200)));

    expect(joined.lastIndexOf(true)).toBe(49);
    expect(joined[50]).toBe(false);
  });

  it('ends at 10,000 requests unless it is said', () => {
    const { queue } = queueOf();
    for (let count = 0; count < 10_000; count += 1) queue.join(task());

    expect(queue.join(task())).toBe(false);
    expect(queue.length).toBe(10_000);
  });

  it('drops each request when its deadline can no longer be met, whatever the order of the deadlines', async () => {
    const { queue, expired } = queueOf(100);
    const [late, early, middle] = [task(1100), task(400), task(700)];
    for (const one of [late, early, middle]) queue.join(one);

    await vi.advanceTimersByTimeAsync(299);
    expect(expired).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(expired).toEqual([early]);
    await vi.advanceTimersByTimeAsync(300);
    expect(expired).toEqual([early, middle]);
    await vi.advanceTimersByTimeAsync(400);
    expect(expired).toEqual([early, middle, late]);
    expect(queue.length).toBe(0);
  });

  it('has one timer for all, and none once it is empty and that has fired', async () => {
    const { queue } = queueOf(100);
    for (let count = 0; count < 100; count += 1) queue.join(task(1000 + count));
    expect(vi.getTimerCount()).toBe(1);

    while (queue.next());
    await vi.advanceTimersByTimeAsync(1000);

    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for requests without a deadline', async () => {
    const { queue, expired } = queueOf(100);
    const patient = task(Infinity);
    queue.join(patient);

    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(expired).toEqual([]);
    expect(queue.next()).toBe(patient);
  });

  it('passes over requests that have expired before the timer could say so', () => {
    const { queue, expired } = queueOf(100);
    const [slow, next] = [task(500), task(5000)];
    queue.join(slow);
    queue.join(next);
    for (let count = 0; count < 500; count += 1) queue.observe(1000);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([slow]);
  });

  it('passes over requests that nobody waits for any more', async () => {
    const { queue, expired } = queueOf();
    const [abandoned, next] = [
      task(1000, { isAbandoned: () => true }),
      task(1000, { isAbandoned: () => false }),
    ];
    queue.join(abandoned);
    queue.join(next);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([]);
    await expect(abandoned.promise).rejects.toBeInstanceOf(Abandoned);
  });

  it('takes a request back before those that came later, even when it is full', () => {
    const { queue } = queueOf(100, 2);
    const first = task();
    vi.advanceTimersByTime(1);
    const back = task();
    vi.advanceTimersByTime(1);
    const last = task();
    queue.join(first);
    queue.join(last);

    expect(queue.rejoin(back)).toBe(true);

    expect([queue.next(), queue.next(), queue.next()]).toEqual([first, back, last]);
  });

  it('takes no request back whose deadline can no longer be met', () => {
    const { queue } = queueOf(100);
    const back = task(150);
    vi.advanceTimersByTime(60);

    expect(queue.rejoin(back)).toBe(false);
    expect(queue.length).toBe(0);
  });

  it('says in whole seconds when a request may find a place', () => {
    const { queue } = queueOf(100);
    expect(queue.retryAfter(4)).toBe(1);
    for (let count = 0; count < 100; count += 1) queue.join(task());

    // 100.5 times 100 ms.
    expect(queue.retryAfter(1)).toBe(11);
    expect(queue.retryAfter(4)).toBe(3);
  });
});
