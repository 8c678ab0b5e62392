import { describe, expect, it } from 'vitest';
import { erlangB } from '../../cost/erlang.ts';
import { type Distribution, serviceTime } from '../../cost/service-times.ts';
import { simulate } from '../../cost/simulation.ts';
import { playOf } from './play.ts';

describe('The simulation', () => {
  it.each([
    ['exponential', 8, 10, 300],
    ['constant', 8, 10, 300],
    ['measured', 6, 25, 200],
    ['constant', 20, 100, 150],
  ] as [Distribution, number, number, number][])(
    'is within 2 %% of Erlang-B for %s times on %i environments at %i/s of %i ms',
    (distribution, environments, ratePerSecond, mean) => {
      const durations = { mean, p50: mean * 0.9, p95: mean * 1.6, p99: mean * 2.5 };
      const fresh = serviceTime(durations, distribution);
      const load = { ratePerSecond, environments, fresh, overflow: 'reject' as const };

      const { rejected, attempts, busy } = simulate(playOf(mean, { ...load, questions: 600_000 }));

      const offered = (ratePerSecond * busy) / (attempts - rejected) / 1000;
      const theory = erlangB(environments, offered);
      expect(Math.abs(rejected / attempts / theory - 1)).toBeLessThan(0.02);
    },
  );

  it('gives a queue of one server the p99 that M/M/1 has', () => {
    // Sojourn times are exponential with mean S / (1 − ρ), so p99 = ln 100 × 100 ms / 0.5.
    const fresh = serviceTime({ mean: 100 }, 'exponential');

    const tally = simulate(playOf(100, { fresh, ratePerSecond: 5, overflow: 'queue', questions: 400_000 }));

    expect(tally.quantile(0.99) / ((Math.log(100) * 100) / 0.5)).toBeCloseTo(1, 1);
    expect(tally.utilisation).toBeCloseTo(0.5, 2);
  });

  it('needs n environments for n requests at once', () => {
    const tally = simulate(playOf(100, { burst: 10, questions: 10, environments: 4, overflow: 'reject' }));

    expect(tally.rejected).toBe(6);
  });

  it('pays a cold start only for the first request that spills over, as long as the environment stays warm', () => {
    const often = simulate(
      playOf(100, { environments: 0, ratePerSecond: 0.0005, questions: 50, keepWarm: 1e9 }),
    );
    const seldom = simulate(
      playOf(100, { environments: 0, ratePerSecond: 0.0005, questions: 50, keepWarm: 0 }),
    );

    expect([often.onDemand, often.cold]).toEqual([50, 1]);
    expect(seldom.cold).toBe(50);
  });

  it('does not count the questions that only warm it up', () => {
    const tally = simulate(
      playOf(100, { environments: 0, ratePerSecond: 0.0005, questions: 50, warmUp: 10, keepWarm: 1e9 }),
    );

    expect([tally.questions, tally.attempts, tally.cold]).toEqual([40, 40, 0]);
  });

  it('adds the cold start and the network to the latency', () => {
    const tally = simulate(playOf(100, { environments: 0, network: 50 }));

    expect(tally.quantile(1)).toBeCloseTo(1500 + 100 + 50, 6);
  });

  it('gives the same result for the same seed and another for another', () => {
    const run = (seed: number) => simulate(playOf(300, { ratePerSecond: 5, questions: 5000, seed })).onDemand;

    expect(run(7)).toBe(run(7));
    expect(run(7)).not.toBe(run(8));
  });

  it('refuses a queue that nobody serves', () => {
    expect(() => simulate(playOf(100, { environments: 0, overflow: 'queue' }))).toThrow(
      'at least one environment',
    );
  });
});

describe('A client that asks again', () => {
  const slow = { overflow: 'queue' as const, repeats: 2 };

  it('finds the late answer remembered, so that the repeat is in time', () => {
    const cached = serviceTime({ mean: 10 }, 'constant');

    const tally = simulate(playOf(1500, { ...slow, cached }));

    // Sent at 0, done at 1500; asked again at 1000, waits until 1500 and takes 10 ms.
    expect([tally.attempts, tally.inTimeAtFirst, tally.inTime]).toEqual([2, 0, 1]);
  });

  it('has every attempt computed anew where nothing is remembered', () => {
    const tally = simulate(playOf(1500, slow));

    expect([tally.attempts, tally.repeats, tally.inTime, tally.busy]).toEqual([3, 2, 0, 4500]);
  });

  it('stops after the last repeat', () => {
    const tally = simulate(playOf(5000, { ...slow, repeats: 1 }));

    expect(tally.attempts).toBe(2);
  });

  it('turns an undersized service into a storm: repeats leave fewer answers in time than without them', () => {
    const undersized = { ratePerSecond: 7, environments: 4, overflow: 'queue' as const, questions: 20_000 };
    const cached = serviceTime({ mean: 20 }, 'constant');

    const patient = simulate(playOf(520, { ...undersized, cached, network: 100 }));
    const storm = simulate(playOf(520, { ...undersized, cached, network: 100, repeats: 2 }));

    expect(storm.attempts / storm.questions).toBeGreaterThan(2);
    expect(storm.inTime).toBeLessThan(patient.inTime);
    expect(storm.windows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(storm.attempts);
  });

  it('does no harm to a service that is large enough', () => {
    const enough = {
      ratePerSecond: 7,
      environments: 10,
      overflow: 'queue' as const,
      questions: 20_000,
      repeats: 2,
    };

    const tally = simulate(playOf(520, enough));

    expect(tally.inTime).toBe(tally.questions);
    expect(tally.repeats / tally.attempts).toBeLessThan(0.01);
  });
});
