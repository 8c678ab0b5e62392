import { describe, expect, it } from 'vitest';
import { judge } from '../../../cost/simulation/verdict.ts';
import { inputOf, timesOf } from './simulated.ts';

describe('A verdict', () => {
  // M/M/1 at half load: P(sojourn > t) = exp(−t / 200 ms), so exactly 1 % take longer than 921 ms.
  const halfBusy = { fresh: timesOf(100, 'exponential'), ratePerSecond: 5, overflow: 'queue' } as const;
  const queue = (timeout: number, seed = 1) => inputOf(100, { ...halfBusy, timeout, seed });
  const limits = { lateShare: 0.01, requests: 400_000 };

  it.each([1, 2, 3, 4, 5])('is the same for seed %i: met, missed, or too close to call', (seed) => {
    const verdicts = [1050, 921, 800].map((timeout) => judge(queue(timeout, seed), limits).met);

    expect(verdicts).toEqual(['yes', 'too close to call', 'no']);
  });

  it('has the true share in its interval', () => {
    const { low, high } = judge(queue(921), limits);

    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.01);
    expect(high - low).toBeLessThan(0.004);
  });

  it('is refused if the requests are too few, with the number that is needed', () => {
    const few = { lateShare: 0.0001, requests: 10_000 };

    expect(() => judge(queue(1050), few)).toThrow('at least 76010 requests: give a larger --late.');
  });

  it('weights the cold beginning of days by its share of the day', () => {
    const onDemand = inputOf(100, { environments: 0, ratePerSecond: 2, timeout: 1000 });
    const dayRequests = 2 * 3600;

    const { opening, lateShare } = judge(onDemand, { ...limits, dayRequests });
    const rested = judge(onDemand, limits);

    // A cold start takes 1.5 s, so each request of the first 1.5 s starts an environment of its own.
    expect(opening?.requests).toBe(600);
    expect(opening?.cold).toBeGreaterThan(3);
    expect(lateShare).toBeGreaterThan(rested.lateShare);
    expect(lateShare).toBeCloseTo((opening?.late ?? 0) / dayRequests + rested.lateShare, 3);
  });

  it('of days with enough provisioned environments has no cold start', () => {
    const provisioned = inputOf(100, { environments: 6, ratePerSecond: 2 });

    expect(judge(provisioned, { ...limits, dayRequests: 7200 }).opening?.late).toBe(0);
  });
});
