import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Abandoned, type QueuedRequest } from '../../../local/workers/queued-request.ts';
import { type QueueLimits, RequestQueue } from '../../../local/workers/request-queue.ts';
import { request } from './pools.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue that has learned a service time, and what has expired in it. */
function queueOf(serviceTime = 100, { places = 1, ...limits }: { places?: number } & QueueLimits = {}) {
  const expired: QueuedRequest[] = [];
  const queue = new RequestQueue(
    (one) => expired.push(one),
    () => places,
    limits,
  );
  for (let count = 0; count < 500; count += 1) queue.observe({ client: 'before' }, serviceTime);
  return { queue, expired };
}

describe('The request queue', () => {
  it('gives requests out in the order of their arrival', () => {
    const { queue } = queueOf();
    const requests = [request(3000), request(1000), request(2000)];
    for (const one of requests) queue.join(one);

    expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([...requests, undefined]);
  });

  it('gives clients turns, and the requests of each in the order of their arrival', () => {
    const { queue } = queueOf();
    const of = (client: string) => request(10_000, { client });
    const [first, second, third, fourth] = [of('many'), of('many'), of('many'), of('many')];
    const [other, last] = [of('few'), of('few')];
    for (const one of [first, second, third, fourth, other, last]) queue.join(one);

    const given = Array.from({ length: 6 }, () => queue.next());

    expect(given).toEqual([first, other, second, last, third, fourth]);
  });

  it('gives a client whose requests take ten times as long a tenth of the turns', () => {
    const { queue } = queueOf(10);
    const given = { costly: 0, modest: 0 };
    for (const client of ['costly', 'modest', 'costly', 'modest']) queue.join(request(Infinity, { client }));
    for (let count = 0; count < 220; count += 1) {
      const next = queue.next()!;
      const client = next.client as keyof typeof given;
      given[client] += 1;
      queue.observe(next, client === 'costly' ? 100 : 10);
      // Both have two requests at any time, and send another one when one has its response.
      queue.join(request(Infinity, { client }));
    }

    expect(given.costly).toBeGreaterThan(15);
    expect(given.costly).toBeLessThan(40);
  });

  it('takes a request of a client that sends few where another one has filled it up', () => {
    const { queue, expired } = queueOf(100, { maxSize: 3 });
    const [first, second, third] = [1, 2, 3].map(() => request(Infinity, { client: 'many' }));
    for (const one of [first!, second!, third!]) queue.join(one);
    const other = request(Infinity, { client: 'few' });

    expect(queue.join(request(Infinity, { client: 'many' }))).toBe(false);
    expect(queue.join(other)).toBe(true);

    expect(expired).toEqual([third]);
    expect([queue.next(), queue.next(), queue.next()]).toEqual([first, other, second]);
  });

  it('refuses by what stands before a request, not by what waits in all', () => {
    const { queue } = queueOf(100);
    for (let count = 0; count < 4; count += 1) queue.join(request(Infinity, { client: 'many' }));

    expect(queue.join(request(450, { client: 'many' }))).toBe(false);
    expect(queue.join(request(510, { client: 'few' }))).toBe(true);
  });

  it('learns little from a single request that takes a hundred times as long', () => {
    const { queue } = queueOf(10);

    queue.observe(request(), 1000);

    expect(queue.serviceTime).toBeLessThan(12);
    expect(queue.join(request(100))).toBe(true);
  });

  it.each([
    ['waiting twice as long, and its own service', [100], 0, 300],
    ['what comes after a prediction', [100], 50, 350],
    ['responses that take longer than most', [50, 150], 0, 400],
  ])('takes no request for which there is no time for %s', (_, serviceTimes, millisecondsAfter, least) => {
    const { queue } = queueOf(100);
    for (let count = 0; count < 500; count += 1) {
      for (const milliseconds of serviceTimes) queue.observe(request(), milliseconds);
    }
    const joins = (milliseconds: number) => queue.join(request(milliseconds, { millisecondsAfter }));

    // The second waits behind the first, twice 100 ms longer.
    const deadlines = [least - 10, least + 10, least + 190, least + 210];
    expect(deadlines.map(joins)).toEqual([false, true, false, true]);
  });

  it('keeps no request for longer than the time-out that ensemble.json says', () => {
    const { queue, expired } = queueOf(100, { timeoutMilliseconds: 250 });
    const first = request(10_000);

    // Twice 100 ms, and twice 200 ms.
    expect([queue.join(first), queue.join(request(10_000))]).toEqual([true, false]);
    vi.advanceTimersByTime(260);
    expect([queue.next(), expired]).toEqual([undefined, [first]]);
  });

  it('takes as many as all places together can serve in time', () => {
    const { queue } = queueOf(100, { places: 10 });
    const joined = Array.from({ length: 100 }, () => queue.join(request(1010)));

    // 910 ms, a turn every 10 ms, twice as long.
    expect(joined.lastIndexOf(true)).toBe(44);
  });

  it('ends at 10,000 requests unless it is said', () => {
    const [{ queue: long }, { queue: short }] = [queueOf(), queueOf(100, { maxSize: 50 })];
    for (let count = 0; count < 10_001; count += 1) long.join(request(Infinity));
    for (let count = 0; count < 51; count += 1) short.join(request(Infinity));

    expect([long.length, short.length]).toEqual([10_000, 50]);
  });

  it('drops each request as soon as it is not expected to be served in time any more, whatever the order', async () => {
    const { queue, expired } = queueOf(100);
    const [late, early, middle] = [request(1100), request(510), request(710)];
    for (const one of [late, early, middle]) queue.join(one);

    // The first is expected to start now, the second in 100 ms, the third in 200.
    await vi.advanceTimersByTimeAsync(300);
    expect(expired).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(expired).toEqual([early]);
    await vi.advanceTimersByTimeAsync(180);
    expect(expired).toEqual([early]);
    await vi.advanceTimersByTimeAsync(20);
    expect(expired).toEqual([early, middle]);
    await vi.advanceTimersByTimeAsync(600);
    expect(expired).toEqual([early, middle, late]);
    expect(queue.length).toBe(0);
  });

  it('drops within 10 ms what waits too far behind once the workers have become slower', async () => {
    const { queue, expired } = queueOf(100, { places: 10 });
    const requests = Array.from({ length: 40 }, () => request(1000));
    for (const one of requests) queue.join(one);
    // Four times as slow: 600 ms, a turn every 40 ms.
    for (let count = 0; count < 500; count += 1) queue.observe(request(), 400);

    await vi.advanceTimersByTimeAsync(10);

    expect(queue.length).toBeGreaterThan(10);
    expect(queue.length).toBeLessThan(17);
    expect(expired).toEqual(requests.slice(queue.length));
  });

  it('has one timer for all, and none once it is empty and that has fired', async () => {
    const { queue } = queueOf(100);
    for (let count = 0; count < 100; count += 1) queue.join(request(100_000 + count));
    expect(vi.getTimerCount()).toBe(1);

    while (queue.next());
    await vi.advanceTimersByTimeAsync(10);

    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes over requests that have expired before the timer could say so', () => {
    const { queue, expired } = queueOf(100);
    const [slow, next] = [request(500), request(5000)];
    queue.join(slow);
    queue.join(next);
    for (let count = 0; count < 500; count += 1) queue.observe(request(), 1000);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([slow]);
  });

  it('passes over requests that nobody waits for any more', async () => {
    const { queue, expired } = queueOf();
    const [abandoned, next] = [
      request(1000, { isAbandoned: () => true }),
      request(1000, { isAbandoned: () => false }),
    ];
    queue.join(abandoned);
    queue.join(next);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([]);
    await expect(abandoned.promise).rejects.toBeInstanceOf(Abandoned);
  });

  it('takes a request back before those that came later, even when it is full', () => {
    const { queue } = queueOf(100, { maxSize: 2 });
    const [ran, back, first, last] = [request(), request(), request(), request()];
    queue.pass(ran);
    queue.join(back);
    expect(queue.next()).toBe(back);
    for (const one of [first, last]) queue.join(one);

    expect([queue.rejoin(back), queue.rejoin(ran)]).toEqual([true, true]);

    expect([1, 2, 3, 4].map(() => queue.next())).toEqual([ran, back, first, last]);
  });

  it('takes no request back whose deadline can no longer be met', () => {
    const { queue } = queueOf(100);
    const back = request(150);
    vi.advanceTimersByTime(60);

    expect(queue.rejoin(back)).toBe(false);
    expect(queue.length).toBe(0);
  });

  it('says in whole seconds when everybody in the queue has been served', () => {
    const [{ queue: one }, { queue: four }] = [queueOf(100), queueOf(100, { places: 4 })];
    expect(one.retryAfter()).toBe(1);
    for (const queue of [one, four]) {
      for (let count = 0; count < 100; count += 1) queue.join(request(Infinity));
    }

    // 101 times 100 ms.
    expect([one.retryAfter(), four.retryAfter()]).toEqual([11, 3]);
  });
});
