import { describe, expect, it } from 'vitest';
import { inputOf, tallyOf, timesOf } from './simulated.ts';

/** Erlang's loss formula, the share of Poisson arrivals that find all servers busy: B(n) = a B(n−1) / (n + a B(n−1)). */
function erlangB(environments: number, erlangs: number): number {
  let blocked = 1;
  for (let n = 1; n <= environments; n += 1) {
    blocked = (erlangs * blocked) / (n + erlangs * blocked);
  }
  return blocked;
}

describe('The simulation', () => {
  it.each([
    ['exponential', 8, 10, 300],
    ['constant', 8, 10, 300],
    ['lognormal', 6, 25, 200],
  ] as const)(
    'sends as many requests on demand as Erlang B loses for %s times on %i environments at %i/s of %i ms',
    (distribution, environments, ratePerSecond, mean) => {
      const fresh = timesOf(mean, distribution);

      // On-demand requests are those that find all environments busy, which Erlang-B counts as lost.
      const { onDemand, requests } = tallyOf(400_000, inputOf(mean, { fresh, ratePerSecond, environments }));

      const theory = erlangB(environments, (ratePerSecond * mean) / 1000);
      expect(Math.abs(onDemand / requests / theory - 1)).toBeLessThan(0.03);
    },
  );

  it('gives a queue of one server the p99 that M/M/1 has', () => {
    // Sojourn times are exponential with mean S / (1 − ρ), so p99 = ln 100 × 100 ms / 0.5.
    const fresh = timesOf(100, 'exponential');

    const tally = tallyOf(300_000, inputOf(100, { fresh, ratePerSecond: 5, overflow: 'queue' }));

    expect(tally.latencies.quantile(0.99) / ((Math.log(100) * 100) / 0.5)).toBeCloseTo(1, 1);
    expect(tally.utilisation(1)).toBeCloseTo(0.5, 2);
  });

  it('expects as many late responses as it counts, with less variance', () => {
    const fresh = timesOf(400, 'lognormal');

    const tally = tallyOf(200_000, inputOf(400, { fresh, ratePerSecond: 1, overflow: 'queue' }));

    const share = tally.expectedLate / tally.requests;
    expect(tally.latencies.quantile(1 - share) / 1000).toBeCloseTo(1, 1);
  });

  it('needs n environments for n requests at once', () => {
    const tally = tallyOf(10, inputOf(100, { burst: 10, environments: 4 }));

    expect(tally.onDemand).toBe(6);
  });

  it('has a cold start only for the first spilled-over request while the environment stays warm', () => {
    const seldom = { environments: 0, ratePerSecond: 0.0005 };
    const often = tallyOf(50, inputOf(100, { ...seldom, keepWarm: 1e9 }));
    const always = tallyOf(50, inputOf(100, { ...seldom, keepWarm: 0 }));

    expect([often.onDemand, often.cold]).toEqual([50, 1]);
    expect(always.cold).toBe(50);
  });

  it('adds the cold start and the network to the latency', () => {
    const tally = tallyOf(1, inputOf(100, { environments: 0, network: 50 }));

    expect(tally.latencies.quantile(1)).toBeCloseTo(1500 + 100 + 50, 6);
  });

  it('gives the same result for the same seed, and another result for another seed', () => {
    const run = (seed: number) => tallyOf(5000, inputOf(300, { ratePerSecond: 5, seed })).onDemand;

    expect(run(7)).toBe(run(7));
    expect(run(7)).not.toBe(run(8));
  });
});
