import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import type { ArrivalPhase } from '../../../load-tests/verdict/arrivals.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import { type JudgedFacts, judge } from '../../../load-tests/verdict/judge.ts';
import { evidenceOf, exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';
import { type Played, play } from '../fixtures/played-service.ts';

const poisson = (perSecond: number, seconds: number): ArrivalPhase[] => [{ perSecond, seconds }];

/** The verdict on a service and its generator, and the checks that did not pass. */
function verdictOn(evidence: Evidence, facts: JudgedFacts = {}) {
  const { outcome, checks } = judge(evidence, rules, facts);
  const found = checks.filter(({ finding }) => finding !== 'passed');
  return { outcome, found: Object.fromEntries(found.map(({ name, finding }) => [name, finding])) };
}

/** The verdict on a service that was played under Poisson arrivals. */
function verdictUnder(perSecond: number, seconds: number, service: Played, seed = 1) {
  const schedule = poisson(perSecond, seconds);
  return verdictOn(play(schedule, service, seed), { schedule });
}

describe('a service in front of a sound generator', () => {
  it.each([1, 2, 3, 4, 5])('passes when it is fast (seed %i)', (seed) => {
    expect(verdictUnder(20, 30, { capacity: 200 }, seed)).toEqual({ outcome: 'PASS', found: {} });
  });

  it('fails when it is slow', () => {
    const { outcome, found } = verdictUnder(20, 30, { capacity: 200, extraMilliseconds: 1200 });

    expect({ outcome, found }).toEqual({ outcome: 'FAIL', found: { 'first requests in time': 'failed' } });
  });

  it('is not proven by one request', () => {
    expect(verdictOn(evidenceOf({ exchanges: [exchanged()] }))).toEqual({
      outcome: 'NOT PROVEN',
      found: { 'first requests in time': 'unproven' },
    });
  });

  it('is not proven by no request', () => {
    expect(verdictOn(evidenceOf({})).outcome).toBe('NOT PROVEN');
  });

  it.each([1, 2, 3, 4, 5])('fails when it takes a little less than what comes (seed %i)', (seed) => {
    const { outcome, found } = verdictUnder(106, 60, { capacity: 100 }, seed);

    expect(outcome).toBe('FAIL');
    expect(found).toHaveProperty('no trend in latency', 'failed');
  });

  it.each([3, 4, 9])('fails before its queue has reached the limit (seed %i)', (seed) => {
    expect(verdictUnder(110, 8, { capacity: 100 }, seed)).toEqual({
      outcome: 'FAIL',
      found: { 'no trend in latency': 'failed' },
    });
  });
});

describe('a generator that spoils the run', () => {
  it('by standing still for three seconds is not a service that passes', () => {
    const { outcome, found } = verdictUnder(20, 30, {
      capacity: 200,
      frozen: { atSecond: 10, seconds: 3 },
    });

    expect(outcome).toBe('INVALID');
    expect(found).toHaveProperty('generator in time', 'invalid');
  });

  it('is not a service that fails, though its latencies count from the moment when requests were due', () => {
    const schedule = poisson(20, 30);
    const evidence = play(schedule, { capacity: 200, frozen: { atSecond: 10, seconds: 3 } });

    const { fresh, generator } = judge(evidence, rules, { schedule });

    expect(fresh).toMatchObject({ met: false, missedByService: false });
    expect(fresh.spoiled).toBe(fresh.late);
    expect(generator.lagMilliseconds.most).toBeCloseTo(3000, -3);
  });

  it('does not save a service that is too slow anyway', () => {
    const service = { capacity: 200, extraMilliseconds: 1500, frozen: { atSecond: 10, seconds: 3 } };

    expect(verdictUnder(20, 30, service).outcome).toBe('FAIL');
  });

  it.each([1, 2, 3])(
    'for a fifth of a second excuses what it overlaps, not a service whose every response is late (seed %i)',
    (seed) => {
      const schedule = poisson(20, 35);
      const late = { capacity: 200, extraMilliseconds: 1150, frozen: { atSecond: 10, seconds: 0.2 } };
      const evidence = play(schedule, late, seed);

      const { outcome, fresh } = judge(evidence, rules, { schedule });

      // Under way for 1.15 s each, at 20 a second.
      expect(fresh.spoiled).toBeLessThan(45);
      expect({ outcome, missedByService: fresh.missedByService }).toEqual({
        outcome: 'FAIL',
        missedByService: true,
      });
    },
  );

  it.each([
    ['hangs', { outcome: 'timeout', failure: 'timeout' }, 1000.4],
    ['responds slowly with 503', { outcome: 'completed', failure: 'status', status: 503 }, 900],
  ] as const)('for a fifth of a second excuses no service that %s from then on', (_how, failure, wait) => {
    const change = ({ at, lagMilliseconds }: ExchangeRecord, index: number) =>
      index < 200 ? {} : failed({ ...failure, at, lagMilliseconds, milliseconds: wait + lagMilliseconds });

    const { outcome } = verdictUnder(20, 35, {
      capacity: 200,
      frozen: { atSecond: 10, seconds: 0.2 },
      change,
    });

    expect(outcome).toBe('FAIL');
  });

  it('is not blamed on the service that its rush overruns', () => {
    const busy = { capacity: 90, frozen: { atSecond: 10, seconds: 3 } };
    const turnsAway = (record: ExchangeRecord) =>
      record.milliseconds > 2000 ? { ...failed({ ...record, failure: 'status', status: 429 }) } : {};

    expect(verdictUnder(60, 30, busy).outcome).toBe('INVALID');
    expect(verdictUnder(60, 30, { ...busy, change: turnsAway }).outcome).toBe('INVALID');
  });

  it('by making fewer requests than required in front of a service that does nothing is the limit itself', () => {
    const { outcome, found } = verdictUnder(100, 10, { capacity: 1e6, ceiling: 60 });

    expect(outcome).toBe('INVALID');
    expect(found).toMatchObject({ 'generator in time': 'invalid', 'first requests in time': 'invalid' });
  });

  it('by leaving out arrivals has made another load', () => {
    const schedule = poisson(40, 30);
    const half = play(poisson(20, 30), { capacity: 200 });

    expect(verdictOn(half, { schedule })).toEqual({ outcome: 'INVALID', found: { 'load made': 'invalid' } });
  });

  it('by making more of them has made another load', () => {
    const schedule = poisson(20, 30);
    const twice = play(poisson(40, 30), { capacity: 200 });

    expect(verdictOn(twice, { schedule })).toEqual({ outcome: 'INVALID', found: { 'load made': 'invalid' } });
  });

  it.each([
    ['at equal distances', (index: number) => index * 50],
    ['in bursts', (index: number) => Math.floor(index / 20) * 1000],
    [
      'in pairs of equal distances, as two workers that start together',
      (index: number) => (index >> 1) * 100,
    ],
  ])('by sending %s what is to be independent has made another load', (_how, at) => {
    const exchanges = manyExchanged(600).map((record, index) => ({ ...record, at: 1e6 + at(index) }));

    expect(verdictOn(evidenceOf({ exchanges }), { schedule: poisson(20, 30) })).toEqual({
      outcome: 'INVALID',
      found: { 'load made': 'invalid' },
    });
  });

  it('does not excuse a queue that grows all the same', () => {
    const hindered = { capacity: 90, frozen: { atSecond: 10, seconds: 1.5 } };

    const { outcome, found } = verdictUnder(100, 40, hindered);

    expect(outcome).toBe('FAIL');
    expect(found).toMatchObject({ 'generator in time': 'invalid', 'no trend in latency': 'failed' });
  });

  it('by a millisecond does not excuse fifty requests that hang', () => {
    const hang = { outcome: 'timeout', failure: 'timeout', milliseconds: 1000.4 } as const;
    const exchanges = [...manyExchanged(600), ...Array.from({ length: 50 }, () => failed(hang))].map(
      (record, index) => ({ ...record, at: 1e6 + index * 10, lagMilliseconds: 1 }),
    );

    const { outcome, fresh } = judge(evidenceOf({ exchanges }), rules, { retries: true });

    expect({ outcome, spoiled: fresh.spoiled }).toEqual({ outcome: 'FAIL', spoiled: 0 });
  });

  it('because it has no ports left is not blamed on the service', () => {
    const left = Array.from({ length: 20 }, () => failed({ error: 'EADDRNOTAVAIL', failure: 'generator' }));
    const exchanges = [...manyExchanged(600), ...left];

    expect(verdictOn(evidenceOf({ exchanges })).outcome).toBe('INVALID');
  });
});

describe('a cache', () => {
  const repeats = (count: number, changes: Partial<ExchangeRecord>) =>
    manyExchanged(count, { repeated: true, attempt: 2, milliseconds: 5, ...changes });

  it.each(['miss', 'hit', undefined])(
    'hides no slow first requests when it claims %s for repeats',
    (cache) => {
      const claim = cache === undefined ? {} : { cache };
      const exchanges = [...manyExchanged(600, { milliseconds: 1500 }), ...repeats(10_000, claim)];

      expect(verdictOn(evidenceOf({ exchanges })).found).toEqual({ 'first requests in time': 'failed' });
    },
  );

  it('hides no slow first requests when it claims hit for these', () => {
    const exchanges = [...manyExchanged(600, { milliseconds: 1500, cache: 'hit' }), ...repeats(600, {})];

    expect(verdictOn(evidenceOf({ exchanges })).found).toEqual({ 'first requests in time': 'failed' });
  });

  it('must meet the objective for repeats, too', () => {
    const exchanges = [...manyExchanged(600), ...repeats(600, { milliseconds: 1500, cache: 'miss' })];

    expect(verdictOn(evidenceOf({ exchanges })).found).toEqual({ 'repeats in time': 'failed' });
  });

  it('must give the first response again', () => {
    const exchanges = [
      ...manyExchanged(600),
      exchanged({ id: 'same' }),
      exchanged({ id: 'same', prediction: '錯', repeated: true, attempt: 2 }),
    ];

    expect(verdictOn(evidenceOf({ exchanges }), { retries: true })).toEqual({
      outcome: 'FAIL',
      found: { 'one response per id': 'failed' },
    });
  });
});

describe('a service that breaks its contract once in six hundred replies', () => {
  it.each(['malformed', 'another id', 'signature', 'timestamp'] as const)('%s, fails', (failure) => {
    const breach = failed({ outcome: 'completed', status: 200, error: `a ${failure} reply`, failure });
    const { outcome, found } = verdictOn(evidenceOf({ exchanges: [...manyExchanged(800), breach] }));

    expect({ outcome, found }).toEqual({ outcome: 'FAIL', found: { 'replies by the contract': 'failed' } });
  });
});

describe('signatures', () => {
  const START = 1_795_255_200;
  const signed = (sign: (second: number) => { uuid: string; timestamp: number }) =>
    Array.from({ length: 600 }, (_, index) => {
      const second = START + index / 10;
      return exchanged({ at: second * 1000, signature: sign(Math.floor(second)) });
    });

  it.each([
    ['PASS', 'change with every second', (second: number) => ({ uuid: `${second}`, timestamp: second })],
    [
      'PASS',
      'come from a clock that is off',
      (second: number) => ({ uuid: `${second}`, timestamp: second - 40 }),
    ],
    ['FAIL', 'stay the same', (second: number) => ({ uuid: 'constant', timestamp: second })],
    ['FAIL', 'are of the moment when the service started', () => ({ uuid: 'constant', timestamp: START })],
    [
      'FAIL',
      'are of a clock that runs twice as fast',
      (second: number) => {
        const timestamp = START + 2 * (second - START);
        return { uuid: `${timestamp}`, timestamp };
      },
    ],
  ])('get a %s when they %s', (outcome, _how, sign) => {
    expect(verdictOn(evidenceOf({ exchanges: signed(sign) })).outcome).toBe(outcome);
  });

  it('may be late with late responses', () => {
    const exchanges = signed((second) => ({ uuid: `${second}`, timestamp: second }));
    const late = exchanged({
      at: START * 1000,
      milliseconds: 9500,
      signature: { uuid: `${START + 9}`, timestamp: START + 9 },
    });

    expect(verdictOn(evidenceOf({ exchanges: [...exchanges, late] })).found).not.toHaveProperty(
      'replies by the contract',
    );
  });
});

describe('a service that responds only with errors', () => {
  it('fails, though its run was ended early', () => {
    const exchanges = Array.from({ length: 15 }, () => failed({ status: 500, failure: 'status' }));

    const { outcome, found } = verdictOn(evidenceOf({ exchanges }), { abandoned: 'status 500' });

    expect(outcome).toBe('FAIL');
    expect(found).toHaveProperty('service responds', 'failed');
  });
});
