import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../functions/inference/contracts/client.ts';
import { demandedAccuracy, judgedSamples } from '../../../load-tests/client/judged-samples.ts';
import type { ExchangeRecord, FailureKind } from '../../../load-tests/client/records.ts';
import type { ArrivalPhase } from '../../../load-tests/verdict/arrivals.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import { type JudgedFacts, judge } from '../../../load-tests/verdict/judge.ts';
import { evidenceOf, exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';
import { type Played, play } from '../fixtures/played-service.ts';

const poisson = (perSecond: number, seconds: number): ArrivalPhase[] => [{ perSecond, seconds }];

/** The verdict on this evidence, and the checks that did not pass. */
function verdictOn(changes: Partial<Evidence>, facts: JudgedFacts = {}) {
  const { outcome, checks } = judge(evidenceOf(changes), rules, facts);
  const found = checks.filter(({ finding }) => finding !== 'passed');
  return { outcome, found: Object.fromEntries(found.map(({ name, finding }) => [name, finding])) };
}

/** The verdict on a simulated service under Poisson arrivals. */
function verdictUnder(perSecond: number, seconds: number, service: Played, seed = 1) {
  const schedule = poisson(perSecond, seconds);
  return verdictOn(play(schedule, service, seed), { schedule });
}

const PASS = { outcome: 'PASS', found: {} };
const good = manyExchanged(800);
const repeats = (count: number, changes: Partial<ExchangeRecord>) =>
  manyExchanged(count, { repeated: true, attempt: 2, milliseconds: 5, ...changes });
const slow = () => manyExchanged(600, { milliseconds: 1500 });
const wrong = (count: number) => manyExchanged(count, { prediction: '錯' });
const again = { prediction: '錯', repeated: true, attempt: 2 };
const unlike = [{}, again].map((changes) => exchanged({ id: 'same', ...changes }));
const brokenBy = (failure: FailureKind) => failed({ outcome: 'completed', failure, error: 'a reply' });
const accepted = { abuse: 'not JSON', at: 1, milliseconds: 1, status: 500, refused: false };

describe('a service that', () => {
  it.each<[string, string, ExchangeRecord[], (Partial<Evidence> & JudgedFacts)?]>([
    ['is fast and wrong', 'right responses', [...good.slice(120), ...wrong(120)]],
    ['is slow, and repeats', 'first requests in time', [...slow(), ...repeats(10_000, {})]],
    ['is slow for repeats', 'repeats in time', [...good, ...repeats(600, { milliseconds: 1500 })]],
    ['changes its response for an id', 'one response per id', [...good, ...unlike], { retries: true }],
    ['gives a malformed reply', 'responses by the contract', [...good, brokenBy('malformed')]],
    ['gives a reply with another id', 'responses by the contract', [...good, brokenBy('another id')]],
    ['signs a reply wrongly', 'responses by the contract', [...good, brokenBy('signature')]],
    ['signs a reply with a wrong time', 'responses by the contract', [...good, brokenBy('timestamp')]],
    ['loses a repeated request', 'nothing lost', good, { lost: [{ kind: 'lost', id: 'a', at: 1 }] }],
    ['does not refuse a broken request', 'abuse refused', good, { abuse: [{ kind: 'abuse', ...accepted }] }],
  ])('%s fails by this alone: %s', (_, check, exchanges, { retries, ...more } = {}) => {
    const found = { outcome: 'FAIL', found: { [check]: 'failed' } };

    expect(verdictOn({ exchanges, ...more }, { retries })).toEqual(found);
  });

  it.each([
    ['has responded once', [exchanged()], { 'right responses': 'unproven' }],
    ['has received no request', [], { 'right responses': 'unproven' }],
  ])('%s is not proven', (_, exchanges, more) => {
    const found = { 'first requests in time': 'unproven', ...more };

    expect(verdictOn({ exchanges })).toEqual({ outcome: 'NOT PROVEN', found });
  });

  it('is late only for repeats of the organizer passes, because repeats only prevent losses', () => {
    const exchanges = [...good, ...repeats(2, { milliseconds: 1500 })];

    expect(verdictOn({ exchanges }, { retries: true })).toEqual(PASS);
  });

  it.each([2, 3, 4, 5])('is fast passes, but fails if its queue grows: seed %i', (seed) => {
    expect(verdictUnder(20, 30, { capacity: 200 }, seed)).toEqual(PASS);
    const rising = { outcome: 'FAIL', found: { 'no trend in latency': 'failed' } };
    expect(verdictUnder(106, 8, { capacity: 100 }, seed)).toEqual(rising);
  });
});

describe('the details of a verdict', () => {
  const { label: _label, ...unlabelled } = exchanged();
  const first = exchanged({ id: 'same', besides: '{"永":0.98,"水":0.01}' });

  it.each([
    ['right responses', [unlabelled], 'no sample has a label that the model is known to predict'],
    // The two responses differ only in their probabilities.
    [
      'one response per id',
      [first, { ...first, repeated: true, besides: '{"永":0.58,"水":0.41}' }],
      '1 ids with two different responses, such as 永 {"永":0.98,"水":0.01}, then 永 {"永":0.58,"水":0.41}',
    ],
    [
      'first requests in time',
      manyExchanged(100),
      'confidence 63.4 % (99 % demanded, which takes at least 459 requests without a failure)',
    ],
  ])('say what the check "%s" has found', (name, exchanges, text) => {
    const { checks } = judge(evidenceOf({ exchanges }), rules);

    expect(checks.find((check) => check.name === name)?.detail).toContain(text);
  });
});

describe('right responses', () => {
  it.each([
    // In one run, `digits` was wrong in 41 of 501 responses, although it predicts all its samples correctly.
    ['failed', 41, 0.99, 'missed with 100.0 % confidence'],
    ['unproven', 41, 0.9, 'confidence 90.2 %'],
    ['passed', 0, 0.99, 'confidence 99.3 %'],
    ['failed', 1, 1, '100 % demanded'],
    ['passed', 0, 1, '100 % demanded'],
    ['passed', 501, 0, '0 % demanded'],
  ])('are %s where %i of 501 are wrong, and a share of %d is demanded', (finding, count, accuracy, text) => {
    const exchanges = [...manyExchanged(501 - count), ...wrong(count)];

    const { checks } = judge(evidenceOf({ exchanges }), { ...rules, accuracy });

    const right = checks.find(({ name }) => name === 'right responses');
    expect(right).toMatchObject({ finding, detail: expect.stringContaining(text) });
  });

  const sampled = (label?: string, predicted?: string): Sample => ({
    ...{ name: `${label}.jpg`, label, predicted, mediaType: 'image/jpeg', bytes: new Uint8Array() },
  });

  it.each([
    ['all are recorded', [sampled('1', '1'), sampled('2', '7'), sampled()], ['1'], 0.99],
    ['one is not recorded', [sampled('1', '1'), sampled('2', '7'), sampled('3')], ['1', '2', '3'], 0.8],
    ['no sample has a label', [sampled()], [], 0.8],
  ])('leave out samples predicted wrongly only if all are recorded: %s', (_, samples, labels, accuracy) => {
    expect(demandedAccuracy(samples, 0.8)).toBe(accuracy);
    expect(judgedSamples(samples).flatMap(({ label }) => label ?? [])).toEqual(labels);
  });
});

describe('a generator that spoils the run', () => {
  const frozen = { atSecond: 10, seconds: 3 };
  const invalid = (name: string) => ({ outcome: 'INVALID', found: { [name]: 'invalid' } });

  it('by stalling for three seconds makes a run that neither passes nor fails', () => {
    const schedule = poisson(20, 30);
    const evidence = play(schedule, { capacity: 200, frozen });

    const { fresh, generator } = judge(evidence, rules, { schedule });

    expect(verdictOn(evidence, { schedule })).toMatchObject(invalid('generator in time'));
    // Latencies count from the time at which requests were due.
    expect(fresh).toMatchObject({ met: false, missedByService: false });
    expect(fresh.spoiled).toBe(fresh.late);
    expect(generator.lagMilliseconds.most).toBeCloseTo(3000, -3);
  });

  const [twenty, forty] = [poisson(20, 30), poisson(40, 30)];
  const [half, full] = [twenty, forty].map((schedule) => play(schedule, { capacity: 200 }));
  /** A run of `count` requests, of which `late` were sent late. */
  const sent = (count: number, late = 0, lagMilliseconds = 0): Partial<Evidence> => {
    const held = manyExchanged(late, { lagMilliseconds, milliseconds: lagMilliseconds + 100 });
    return { exchanges: [...manyExchanged(count - late), ...held] };
  };
  const unsent = Array.from({ length: 20 }, () => failed({ error: 'EADDRNOTAVAIL', failure: 'generator' }));
  const noPorts = { exchanges: [...manyExchanged(600), ...unsent] };

  it.each<[string, object, Partial<Evidence> | undefined, JudgedFacts?]>([
    ['held up 2 % by more than a tenth of the limit', invalid('generator in time'), sent(1000, 20, 120)],
    ['held up one in a hundred is accepted', PASS, sent(1000, 10, 120)],
    ['held up a single request by the limit', invalid('generator in time'), sent(10_000, 1, 1001)],
    ['has no ports left', invalid('first requests in time'), noPorts],
    ['was killed', invalid('Artillery'), sent(600), { artilleryExit: 128 }],
    ['came to its end is accepted', PASS, sent(600), { artilleryExit: 0 }],
    ['left out arrivals makes another load', invalid('load made'), half, { schedule: forty }],
    ['added arrivals makes another load', invalid('load made'), full, { schedule: twenty }],
  ])('that %s', (_, expected, evidence = {}, facts) => {
    expect(verdictOn(evidence, facts)).toEqual(expected);
  });

  it.each([
    ['at equal distances', (index: number) => index * 50],
    ['in bursts', (index: number) => Math.floor(index / 20) * 1000],
    ['in pairs at equal distances, as two synchronous workers do', (index: number) => (index >> 1) * 100],
  ])('by sending requests %s, and not independently, makes another load', (_how, at) => {
    const exchanges = manyExchanged(600).map((record, index) => ({ ...record, at: 1e6 + at(index) }));

    expect(verdictOn({ exchanges }, { schedule: twenty })).toEqual(invalid('load made'));
  });

  it.each([1, 2, 3])('for a fifth of a second excuses its requests, not a slow service: seed %i', (seed) => {
    const schedule = poisson(20, 35);
    const service = { capacity: 200, extraMilliseconds: 1150, frozen: { atSecond: 10, seconds: 0.2 } };

    const { outcome, fresh } = judge(play(schedule, service, seed), rules, { schedule });

    // All requests take 1.15 s. The stall excuses requests for at most 2.2 s (see `RUSH`), and 20 arrive per second.
    expect(fresh.spoiled).toBeLessThan(45);
    expect([outcome, fresh.missedByService]).toEqual(['FAIL', true]);
  });

  it.each([
    ['hangs', { outcome: 'timeout', failure: 'timeout' }, 1000.4],
    ['responds slowly with 503', { outcome: 'completed', failure: 'status', status: 503 }, 900],
  ] as const)('for a fifth of a second excuses no service that %s from then on', (_how, failure, wait) => {
    const change = ({ at, lagMilliseconds }: ExchangeRecord, index: number) =>
      index < 200 ? {} : failed({ ...failure, at, lagMilliseconds, milliseconds: wait + lagMilliseconds });
    const service = { capacity: 200, frozen: { atSecond: 10, seconds: 0.2 }, change };

    expect(verdictUnder(20, 35, service).outcome).toBe('FAIL');
  });

  const turnsAway = (record: ExchangeRecord) =>
    record.milliseconds > 2000 ? failed({ ...record, failure: 'status', status: 429 }) : {};

  it.each<[string, ReturnType<typeof verdictUnder>, object]>([
    [
      'does not save a service that is too slow anyway',
      verdictUnder(20, 30, { capacity: 200, extraMilliseconds: 1500, frozen }),
      { outcome: 'FAIL' },
    ],
    [
      'makes the run invalid if its rush overloads the service',
      verdictUnder(60, 30, { capacity: 90, frozen }),
      { outcome: 'INVALID' },
    ],
    [
      'makes the run invalid if the service refuses its rush',
      verdictUnder(60, 30, { capacity: 90, frozen, change: turnsAway }),
      { outcome: 'INVALID' },
    ],
    [
      'by making fewer requests than planned makes the run invalid, however fast the service is',
      verdictUnder(100, 10, { capacity: 1e6, ceiling: 60 }),
      { outcome: 'INVALID', found: { 'generator in time': 'invalid', 'first requests in time': 'invalid' } },
    ],
    [
      'does not excuse a queue that grows all the same',
      verdictUnder(100, 40, { capacity: 90, frozen: { atSecond: 10, seconds: 1.5 } }),
      { outcome: 'FAIL', found: { 'generator in time': 'invalid', 'no trend in latency': 'failed' } },
    ],
  ])('%s', (_, verdict, expected) => {
    expect(verdict).toMatchObject(expected);
  });
});

it('a generator is measured by its rate, its delays and how busy it is, which give its highest rate', () => {
  const second = { kind: 'generator', at: 1_000_000, busy: 0.25 } as const;
  const evidence = evidenceOf({
    exchanges: manyExchanged(1001, { lagMilliseconds: 1.5 }),
    generator: [second, second],
    stalls: [{ kind: 'stall', at: 900_000, milliseconds: 30 }],
  });

  const late = { lagMilliseconds: { p50: 1.5, p99: 1.5, most: 1.5 }, stallMilliseconds: 30 };
  const rates = { sentPerSecond: 100, busy: 0.25, ceilingPerSecond: 400 };
  expect(judge(evidence, rules).generator).toEqual({ ...late, ...rates });
});

describe('signatures', () => {
  const START = 1_795_255_200;
  const signed = (sign: (second: number) => { uuid: string; timestamp: number }) =>
    Array.from({ length: 600 }, (_, index) => {
      const second = START + index / 10;
      return exchanged({ at: second * 1000, signature: sign(Math.floor(second)) });
    });
  const at = (timestamp: number) => ({ uuid: `${timestamp}`, timestamp });

  it.each([
    ['PASS', 'change with every second', at],
    ['PASS', 'come from a clock that is off', (second: number) => at(second - 40)],
    ['FAIL', 'stay the same', (timestamp: number) => ({ uuid: 'constant', timestamp })],
    ['FAIL', 'have the time at which the service started', () => ({ uuid: 'constant', timestamp: START })],
    ['FAIL', 'come from a clock of double speed', (second: number) => at(START + 2 * (second - START))],
  ])('get a %s when they %s', (outcome, _how, sign) => {
    expect(verdictOn({ exchanges: signed(sign) }).outcome).toBe(outcome);
  });

  it('may be as late as their responses', () => {
    const late = exchanged({ at: START * 1000, milliseconds: 9500, signature: at(START + 9) });

    expect(verdictOn({ exchanges: [...signed(at), late] }).outcome).not.toBe('FAIL');
  });
});
