import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../local/environments/invocation.ts';
import { WaitingLine } from '../../local/environments/pool/waiting-line.ts';
import { TextParts } from '../../local/http/text-parts.ts';

function arriving(arrival: number): Invocation {
  return {
    requestId: '',
    event: new TextParts(Buffer.alloc(0)),
    traceId: '',
    arrival,
    spillOver: false,
    settle: () => {},
  };
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

  it('says how long a newcomer would wait for so many environments', () => {
    const line = lineWith(100);
    for (let count = 0; count < 20; count += 1) line.join(arriving(0));

    expect(line.expectedWait(2)).toBeCloseTo(1025);
    expect(line.expectedWait(8)).toBeCloseTo(256.25);
  });

  it('takes more than can be served in time: some leave, and nobody is sent off to ask again at once', () => {
    const line = lineWith(100);
    for (let count = 0; count < 100; count += 1) line.join(arriving(0));

    expect(line.admits(arriving(0), 0)).toBe(true);
  });

  it('leaves time for answers that take longer than most', () => {
    const line = new WaitingLine(900, () => {});
    for (let count = 0; count < 500; count += 1) line.observe(count % 2 ? 50 : 150);

    // 100 ms on average, give or take 50.
    expect(line.admits(arriving(0), 690)).toBe(true);
    expect(line.admits(arriving(0), 710)).toBe(false);
  });

  it('has an end', () => {
    const line = lineWith(100);
    for (let count = 0; count < 10_000; count += 1) line.join(arriving(0));

    expect(line.admits(arriving(0), 0)).toBe(false);
  });

  it('takes nobody who could not be served in time if it were his turn at once', () => {
    const line = lineWith(100);

    expect(line.admits(arriving(0), 790)).toBe(true);
    expect(line.admits(arriving(0), 810)).toBe(false);
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
