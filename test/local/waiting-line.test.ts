import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../local/invocation.ts';
import { WaitingLine } from '../../local/waiting-line.ts';

function arriving(arrival: number): Invocation {
  return { requestId: '', event: Buffer.alloc(0), traceId: '', arrival, spillOver: false, settle: () => {} };
}

/** A line whose measured service time is very near to that many milliseconds. */
function lineWith(serviceTime: number, budget = 900): WaitingLine {
  const line = new WaitingLine(budget);
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
    const line = new WaitingLine(900);
    const requests = [arriving(1), arriving(2), arriving(3)];
    for (const request of requests) line.join(request);

    expect([line.next(), line.next(), line.next(), line.next()]).toEqual([...requests, undefined]);
  });

  it('tells until when the first in line has to be started', () => {
    const line = lineWith(100);
    expect(line.latestStart()).toBeUndefined();

    line.join(arriving(50));

    expect(line.latestStart()).toBeCloseTo(850);
  });

  it('forgets a request that leaves', () => {
    const line = new WaitingLine(900);
    const request = arriving(0);
    line.join(request);

    expect(line.leave(request)).toBe(true);
    expect(line.next()).toBeUndefined();
  });
});
