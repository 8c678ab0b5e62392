import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QueuedRequest } from '../../../local/workers/queued-request.ts';
import { RequestQueue } from '../../../local/workers/request-queue.ts';
import { request } from './pools.ts';

/** A queue with a learned service time and a list of its expired requests, under a fake clock. */
function queueOf(serviceTime = 100, { capacity = 1, most }: { capacity?: number; most?: number } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const expired: QueuedRequest[] = [];
  const queue = new RequestQueue(() => capacity, most);
  vi.spyOn(queue, 'refuse').mockImplementation((one) => void expired.push(one));
  const learn = (...serviceTimes: number[]) => {
    for (let count = 0; count < 500; count += 1) {
      for (const time of serviceTimes) queue.observe({ client: 'before' }, time);
    }
  };
  learn(serviceTime);
  /** @returns whether each request was accepted */
  const join = (...requests: QueuedRequest[]) => requests.map((one) => queue.join(one));
  const next = (count: number) => Array.from({ length: count }, () => queue.next());
  return { queue, expired, learn, join, next };
}

const several = (count: number, make: (place: number) => QueuedRequest) =>
  Array.from({ length: count }, (_, index) => make(index));
const of = (client: string, milliseconds = Infinity) => request(milliseconds, { client });

describe('The request queue', () => {
  it('gives clients turns, and keeps the requests of each in the order of their arrival, whatever their deadlines', () => {
    const { join, next } = queueOf();
    const many = [3000, 1000, 2000, 1500].map((milliseconds) => of('many', milliseconds));
    const few = several(2, () => of('few'));
    join(...many, ...few);

    expect(next(7)).toEqual([many[0], few[0], many[1], few[1], many[2], many[3], undefined]);
  });

  it('gives a client whose requests take ten times as long a tenth of the turns', () => {
    const { queue, join } = queueOf(10);
    const given: Record<string, number> = { costly: 0, modest: 0 };
    join(of('costly'), of('modest'), of('costly'), of('modest'));
    for (let count = 0; count < 220; count += 1) {
      const next = queue.next()!;
      const { client } = next;
      given[client]! += 1;
      queue.observe(next, client === 'costly' ? 100 : 10);
      // Each client keeps two requests in the queue: after each response, it sends another one.
      join(of(client));
    }

    expect(given.costly).toBeGreaterThan(15);
    expect(given.costly).toBeLessThan(40);
  });

  it('accepts a request of a client that sends few, although another client has filled the queue', () => {
    const { join, next, expired } = queueOf(100, { most: 3 });
    const [first, second, third] = several(3, () => of('many'));
    const other = of('few');

    expect(join(first!, second!, third!, of('many'), other)).toEqual([true, true, true, false, true]);

    expect(expired).toEqual([third]);
    expect(next(3)).toEqual([first, other, second]);
  });

  it('refuses a request because of those before it, not because of all that wait', () => {
    const { join } = queueOf(100);
    join(...several(4, () => of('many')));

    expect(join(of('many', 450), of('few', 510))).toEqual([false, true]);
  });

  it('learns little from one request that takes a hundred times as long', () => {
    const { queue, join } = queueOf(10);

    queue.observe(request(), 1000);

    expect(queue.serviceTime).toBeLessThan(12);
    expect(join(request(100))).toEqual([true]);
  });

  it.each([
    ['waiting twice as long, and its own service', [100], 0, 300],
    ['the work after a prediction', [100], 50, 350],
    ['responses that take longer than most', [50, 150], 0, 400],
  ])('refuses a request without time for %s', (_, serviceTimes, millisecondsAfter, least) => {
    const { learn, join } = queueOf(100);
    learn(...serviceTimes);

    // The second accepted request waits for the first. Its wait of 100 ms counts double.
    const deadlines = [least - 10, least + 10, least + 190, least + 210];
    const requests = deadlines.map((milliseconds) => request(milliseconds, { millisecondsAfter }));
    expect(join(...requests)).toEqual([false, true, false, true]);
  });

  it('accepts as many requests as all workers together can serve in time', () => {
    const { join } = queueOf(100, { capacity: 10 });
    const joined = join(...several(100, () => request(1010)));

    // 910 ms remain for waiting. A request leaves the queue every 10 ms, and each wait counts double.
    expect(joined.lastIndexOf(true)).toBe(44);
  });

  it('holds 10,000 requests by default', () => {
    const [long, short] = [queueOf(), queueOf(100, { most: 50 })];
    long.join(...several(10_001, () => request(Infinity)));
    short.join(...several(51, () => request(Infinity)));

    expect([long.queue.requests.length, short.queue.requests.length]).toEqual([10_000, 50]);
  });

  it('drops each request as soon as it cannot be served in time, whatever the order', async () => {
    const { queue, join, expired } = queueOf(100);
    const [late, early, middle] = [request(1100), request(510), request(710)];
    join(late, early, middle);

    // At first, `late`, `early` and `middle` are expected to start now, in 100 ms and in 200 ms.
    for (const [milliseconds, dropped] of [
      [300, []],
      [20, [early]],
      [180, [early]],
      [20, [early, middle]],
      [600, [early, middle, late]],
    ] as const) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      expect(expired).toEqual(dropped);
    }
    expect(queue.requests.length).toBe(0);
  });

  it('drops requests at its end within 10 ms after workers become too slow for them', async () => {
    const { queue, learn, join, expired } = queueOf(100, { capacity: 10 });
    const requests = several(40, () => request(1000));
    join(...requests);
    // Each request now takes four times as long, so 600 ms remain for waiting, and one request starts every 40 ms.
    learn(400);

    await vi.advanceTimersByTimeAsync(10);

    expect(queue.requests.length).toBeGreaterThan(10);
    expect(queue.requests.length).toBeLessThan(17);
    expect(expired).toEqual(requests.slice(queue.requests.length));
  });

  it('has one timer for all requests, and none when it is empty', async () => {
    const { queue, join } = queueOf(100);
    join(...several(100, (index) => request(100_000 + index)));
    expect(vi.getTimerCount()).toBe(1);

    while (queue.next());
    await vi.advanceTimersByTimeAsync(10);

    expect(vi.getTimerCount()).toBe(0);
  });

  it('skips requests that expire before the timer fires', () => {
    const { queue, learn, join, expired } = queueOf(100);
    const [slow, next] = [request(500), request(5000)];
    join(slow, next);
    learn(1000);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([slow]);
  });

  it('skips requests whose client has left', async () => {
    const { queue, join, expired } = queueOf();
    const [abandoned, next] = several(2, (index) => request(1000, { isAbandoned: () => index === 0 }));
    join(abandoned!, next!);

    expect(queue.next()).toBe(next);
    expect(expired).toEqual([]);
    await expect(abandoned!.promise).rejects.toThrow('nobody waits');
  });

  it('takes a request back before those that came later, even when it is full', () => {
    const { queue, join, next } = queueOf(100, { most: 2 });
    const [ran, back, first, last] = [request(), request(), request(), request()];
    queue.pass(ran);
    join(back);
    expect(queue.next()).toBe(back);
    join(first, last);

    expect([queue.rejoin(back), queue.rejoin(ran)]).toEqual([true, true]);

    expect(next(4)).toEqual([ran, back, first, last]);
  });

  it('gives the time that it takes to serve all requests, in whole seconds', () => {
    const [one, four] = [queueOf(100), queueOf(100, { capacity: 4 })];
    expect(one.queue.retryAfter()).toBe(1);
    for (const { join } of [one, four]) join(...several(100, () => request(Infinity)));

    // 101 requests of 100 ms each.
    expect([one.queue.retryAfter(), four.queue.retryAfter()]).toEqual([11, 3]);
  });
});
