import { describe, expect, it } from 'vitest';
import { Simulation, type SimulationInput } from '../../../cost/simulation/simulation.ts';
import { unsteadiness } from '../../../cost/simulation/stationary.ts';
import { Tally } from '../../../cost/simulation/tally.ts';
import { inputOf, played, timesOf } from './play.ts';

/** Erlang's loss formula, the share of Poisson arrivals that find all busy: B(n) = a B(n−1) / (n + a B(n−1)). */
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
    'refuses as many as Erlang-B says for %s times on %i environments at %i/s of %i ms',
    (distribution, environments, ratePerSecond, mean) => {
      const fresh = timesOf(mean, distribution);

      const { rejected, attempts } = played(
        400_000,
        inputOf(mean, { fresh, ratePerSecond, environments, overflow: 'reject' }),
      );

      const theory = erlangB(environments, (ratePerSecond * mean) / 1000);
      expect(Math.abs(rejected / attempts / theory - 1)).toBeLessThan(0.03);
    },
  );

  it('gives a queue of one server the p99 that M/M/1 has', () => {
    // Sojourn times are exponential with mean S / (1 − ρ), so p99 = ln 100 × 100 ms / 0.5.
    const fresh = timesOf(100, 'exponential');

    const tally = played(300_000, inputOf(100, { fresh, ratePerSecond: 5, overflow: 'queue' }));

    expect(tally.latencies.quantile(0.99) / ((Math.log(100) * 100) / 0.5)).toBeCloseTo(1, 1);
    expect(tally.utilisation(1)).toBeCloseTo(0.5, 2);
  });

  it('expects as many late answers as there are, with less luck in it', () => {
    const fresh = timesOf(400, 'lognormal');

    const tally = played(200_000, inputOf(400, { fresh, ratePerSecond: 1, overflow: 'queue' }));

    expect(tally.expectedLate / tally.late).toBeCloseTo(1, 1);
  });

  it('needs n environments for n requests at once', () => {
    const tally = played(10, inputOf(100, { burst: 10, environments: 4, overflow: 'reject' }));

    expect(tally.rejected).toBe(6);
  });

  it('pays a cold start only for the first request that spills over, as long as the environment stays warm', () => {
    const seldom = { environments: 0, ratePerSecond: 0.0005 };
    const often = played(50, inputOf(100, { ...seldom, keepWarm: 1e9 }));
    const always = played(50, inputOf(100, { ...seldom, keepWarm: 0 }));

    expect([often.onDemand, often.cold]).toEqual([50, 1]);
    expect(always.cold).toBe(50);
  });

  it('keeps fewer environments warm by using the newest than by using the oldest', () => {
    // Two at once now and then, one every ten seconds: a second environment is only kept warm by turns.
    const load = { environments: 0, ratePerSecond: 0.1, keepWarm: 60_000, coldStart: 100 };
    const cold = (reuse: SimulationInput['reuse']) => played(50_000, inputOf(2000, { ...load, reuse })).cold;

    expect(cold('newest')).toBeGreaterThan(1.2 * cold('oldest'));
  });

  it('adds the cold start and the network to the latency', () => {
    const tally = played(1, inputOf(100, { environments: 0, network: 50 }));

    expect(tally.latencies.quantile(1)).toBeCloseTo(1500 + 100 + 50, 6);
  });

  it('gives the same result for the same seed and another for another', () => {
    const run = (seed: number) => played(5000, inputOf(300, { ratePerSecond: 5, seed })).onDemand;

    expect(run(7)).toBe(run(7));
    expect(run(7)).not.toBe(run(8));
  });

  it('refuses a queue that nobody serves', () => {
    expect(() => played(1, inputOf(100, { environments: 0, overflow: 'queue' }))).toThrow(
      'at least one environment',
    );
  });
});

describe('A client that asks again', () => {
  const slow = { overflow: 'queue' as const, repeats: 2 };

  it('finds the late answer remembered, so that the repeat is in time', () => {
    const cached = timesOf(10, 'constant');

    const tally = played(1, inputOf(1500, { ...slow, cached }));

    // Sent at 0, done at 1500; asked again at 1000, waits until 1500 and takes 10 ms.
    expect([tally.attempts, tally.inTimeAtFirst, tally.inTime]).toEqual([2, 0, 1]);
  });

  it('has every attempt computed anew where nothing is remembered', () => {
    const tally = played(1, inputOf(1500, slow));

    expect([tally.attempts, tally.repeats, tally.inTime, tally.work]).toEqual([3, 2, 0, 4500]);
  });

  it('stops after the last repeat', () => {
    expect(played(1, inputOf(5000, { ...slow, repeats: 1 })).attempts).toBe(2);
  });

  it('turns an undersized service into a storm: repeats leave fewer answers in time than without them', () => {
    const cached = timesOf(20, 'constant');
    const undersized = {
      ratePerSecond: 7,
      environments: 4,
      overflow: 'queue' as const,
      cached,
      network: 100,
    };

    const patient = played(20_000, inputOf(520, undersized));
    const storm = played(20_000, inputOf(520, { ...undersized, repeats: 2 }));

    expect(storm.attempts / storm.questions).toBeGreaterThan(2);
    expect(storm.inTime).toBeLessThan(patient.inTime);
  });

  it('does no harm to a service that is large enough', () => {
    const enough = { ratePerSecond: 7, environments: 10, overflow: 'queue' as const, repeats: 2 };

    const tally = played(20_000, inputOf(520, enough));

    expect(tally.inTime).toBe(tally.questions);
    expect(tally.repeats / tally.attempts).toBeLessThan(0.01);
  });
});

describe('A run', () => {
  function tenthsOf(input: SimulationInput): Tally[] {
    const simulation = new Simulation(input);
    return Array.from({ length: 10 }, () => {
      const tally = new Tally(input.timeout);
      simulation.play(2000, tally);
      return tally;
    });
  }
  const queue = { ratePerSecond: 7, overflow: 'queue' as const };

  it('has no steady state where more work arrives than the servers can do, repeats included', () => {
    const storm = tenthsOf(inputOf(560, { ...queue, environments: 4, repeats: 2 }));

    expect(unsteadiness(storm, 4)).toBe('overloaded');
  });

  it('has none where the wait grows and grows', () => {
    const barely = tenthsOf(inputOf(571, { ...queue, environments: 4, seed: 3 }));

    expect(unsteadiness(barely, 4)).toBeDefined();
  });

  it('has one where the servers suffice', () => {
    const enough = tenthsOf(inputOf(450, { ...queue, environments: 5 }));

    expect(unsteadiness(enough, 5)).toBeUndefined();
  });
});
