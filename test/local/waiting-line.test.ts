import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../local/environments/invocation.ts';
import { WaitingLine } from '../../local/environments/pool/waiting-line.ts';

function arriving(arrival: number): Invocation {
  return { requestId: '', event: Buffer.alloc(0), traceId: '', arrival, spillOver: false, settle: () => {} };
}

/** A line whose measured service time is very near to that many milliseconds. */
function lineWith(serviceTime: number, budget = 900): WaitingLine {
  const line = new WaitingLine(budget, () => {});
  for (let count = 0; count < 500; count += 1) line.observe(serviceTime);
  return line;
}

describe('The waiting line', () => {
  it('learns the service time from what it observes', () => {
    expect(lineWith(100).serviceTime).toBeCloseTo(100);
  });

  it('admits as many as can be served within the budget and no more', () => {
    const line = lineWith(100);
    let admitted = 0;

    while (line.admits(arriving(0), 0, 2)) {
      line.join(arriving(0));
      admitted += 1;
    }

    // The last one waits 15.5 × 100 ms / 2 and is served for 100 ms: 875 of 900 ms.
    expect(admitted).toBe(16);
  });

  it('admits more when there are more environments', () => {
    const line = lineWith(100);
    for (let count = 0; count < 20; count += 1) line.join(arriving(0));

    expect(line.admits(arriving(0), 0, 2)).toBe(false);
    expect(line.admits(arriving(0), 0, 8)).toBe(true);
  });

  it('counts the time that has passed since a request arrived', () => {
    const line = lineWith(100);

    expect(line.admits(arriving(0), 700, 1)).toBe(true);
    expect(line.admits(arriving(0), 800, 1)).toBe(false);
  });

  it('gives its requests out in the order they came', () => {
    const line = new WaitingLine(900, () => {});
    const now = performance.now();
    const requests = [arriving(now), arriving(now), arriving(now)];
    for (const request of requests) line.join(request);

    expect([line.next(), line.next(), line.next(), line.next()]).toEqual([...requests, undefined]);
  });

  it('drops a request as soon as it can no longer be answered in time', async () => {
    const expired = Promise.withResolvers<Invocation>();
    const line = new WaitingLine(50, expired.resolve);
    const request = arriving(performance.now());

    line.join(request);

    expect(await expired.promise).toBe(request);
    expect(line.length).toBe(0);
  });

  it('passes over requests that have expired when it is asked for the next', () => {
    const expired: Invocation[] = [];
    const line = new WaitingLine(900, (invocation) => expired.push(invocation));
    const [late, timely] = [arriving(performance.now() - 1000), arriving(performance.now())];
    line.join(late);
    line.join(timely);

    expect(line.next()).toBe(timely);
    expect(expired).toEqual([late]);
  });

  it('forgets a request that leaves', () => {
    const line = new WaitingLine(900, () => {});
    const request = arriving(performance.now());
    line.join(request);

    line.leave(request);

    expect(line.next()).toBeUndefined();
  });
});
