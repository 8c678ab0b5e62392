import { describe, expect, it } from 'vitest';
import type { ExchangeRecord, StallRecord } from '../../../load-tests/client/records.ts';
import { Delays } from '../../../load-tests/verdict/delays.ts';
import { type Group, summarise } from '../../../load-tests/verdict/group.ts';
import { exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';

const START = 1_000_000;
const stall: StallRecord = { kind: 'stall', at: START + 100, milliseconds: 3000 };
const turnedAway = (lagMilliseconds: number) =>
  failed({ failure: 'status', status: 429, lagMilliseconds, milliseconds: lagMilliseconds + 10 });
const hanging = failed({ outcome: 'timeout', failure: 'timeout', lagMilliseconds: 1, milliseconds: 1000.4 });
/** A request that was sent 1.5 s late, and a later request. */
const behind = (milliseconds: number, at: number) => [
  exchanged({ at: START, lagMilliseconds: 1500, milliseconds }),
  exchanged({ at: START + at, milliseconds: 1200 }),
];

describe('the summary of a group', () => {
  it.each<[string, ExchangeRecord[], Partial<Group>, StallRecord[]?]>([
    [
      'meets the objective with one late response in a hundred',
      [...manyExchanged(99), exchanged({ milliseconds: 1200 })],
      { count: 100, late: 1, failed: 0, met: true, percentileMilliseconds: 100 },
    ],
    [
      'misses the objective with two late responses in a hundred',
      [...manyExchanged(98), ...manyExchanged(2, { milliseconds: 1000.001 })],
      { late: 2, met: false, percentileMilliseconds: 1000.001 },
    ],
    ['meets the objective with exactly the limit', [exchanged({ milliseconds: 1000 })], { met: true }],
    [
      'excuses a response to a request that left late',
      [exchanged({ lagMilliseconds: 950, milliseconds: 1050 })],
      { late: 1, spoiled: 1, met: false, missedByService: false },
    ],
    ['excuses a response that a stall hid', [exchanged({ milliseconds: 3100 })], { spoiled: 1 }, [stall]],
    [
      'excuses no response long after a stall, which two workers recorded and which counts once',
      [exchanged({ milliseconds: 4200 })],
      { spoiled: 0 },
      [stall, { ...stall, at: stall.at + 10 }],
    ],
    ['excuses a request that waited behind one that left late', behind(2000, 1600), { spoiled: 2 }],
    ['excuses no late response after the service was idle', behind(1600, 1700), { late: 2, spoiled: 1 }],
    ['excuses no request that hangs after a millisecond of delay', [hanging], { failed: 1, spoiled: 0 }],
    ['excuses a refusal in a rush that the generator made', [turnedAway(300)], { spoiled: 1 }],
    ['excuses no other refusal', [turnedAway(30)], { spoiled: 0 }],
  ])('%s', (_, records, expected, stalls = []) => {
    expect(summarise(records, rules, new Delays(records, stalls))).toMatchObject(expected);
  });
});

it('a stall delays the requests that it hides, and not those that had to wait anyway', () => {
  const delays = new Delays([], [stall]);

  expect([3110, 4200].map((milliseconds) => delays.own(exchanged({ milliseconds })))).toEqual([3000, 0]);
  expect(delays.most(exchanged({ milliseconds: 4200 }))).toBe(3000);
});
