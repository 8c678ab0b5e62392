import { describe, expect, it } from 'vitest';
import type { ExchangeRecord, StallRecord } from '../../../load-tests/client/records.ts';
import { Delays } from '../../../load-tests/verdict/delays.ts';
import { summarise } from '../../../load-tests/verdict/group.ts';
import { exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';

const groupOf = (records: ExchangeRecord[], stalls: StallRecord[] = []) =>
  summarise(records, rules, new Delays(records, stalls));

describe('the summary of a group', () => {
  it('meets the objective with one late response in a hundred', () => {
    const group = groupOf([...manyExchanged(99), exchanged({ milliseconds: 1200 })]);

    expect(group).toMatchObject({ count: 100, late: 1, failed: 0, met: true, percentileMilliseconds: 100 });
  });

  it('misses the objective with two late responses in a hundred', () => {
    const group = groupOf([...manyExchanged(98), ...manyExchanged(2, { milliseconds: 1000.001 })]);

    expect(group).toMatchObject({ late: 2, met: false, percentileMilliseconds: 1000.001 });
  });

  it('meets an objective of exactly the limit', () => {
    expect(groupOf([exchanged({ milliseconds: 1000 })]).met).toBe(true);
  });
});

describe('what the load generator spoiled', () => {
  const START = 1_000_000;
  const stall: StallRecord = { kind: 'stall', at: START + 100, milliseconds: 3000 };

  it('is late only because it left late', () => {
    expect(groupOf([exchanged({ lagMilliseconds: 950, milliseconds: 1050 })])).toMatchObject({
      late: 1,
      spoiled: 1,
      met: false,
      missedByService: false,
    });
  });

  it('is late only because nobody noticed the response', () => {
    expect(groupOf([exchanged({ milliseconds: 3100 })], [stall]).spoiled).toBe(1);
    expect(groupOf([exchanged({ milliseconds: 4200 })], [stall]).spoiled).toBe(0);
  });

  it('counts a standstill that two workers noticed once', () => {
    const other = { ...stall, at: stall.at + 10 };

    expect(groupOf([exchanged({ milliseconds: 4200 })], [stall, other]).spoiled).toBe(0);
  });

  it('is not what had to wait for its response anyway', () => {
    const delays = new Delays([], [stall]);

    expect(delays.own(exchanged({ milliseconds: 3110 }))).toBe(3000);
    expect(delays.own(exchanged({ milliseconds: 4200 }))).toBe(0);
    expect(delays.most(exchanged({ milliseconds: 4200 }))).toBe(3000);
  });

  it('is late only because it waited behind those that left late', () => {
    const rush = [
      exchanged({ at: START, lagMilliseconds: 1500, milliseconds: 2000 }),
      exchanged({ at: START + 1600, milliseconds: 1200 }),
    ];

    expect(groupOf(rush).spoiled).toBe(2);
  });

  it('is not what was late after the service had nothing to do', () => {
    const calm = [
      exchanged({ at: START, lagMilliseconds: 1500, milliseconds: 1600 }),
      exchanged({ at: START + 1700, milliseconds: 1200 }),
    ];

    expect(groupOf(calm)).toMatchObject({ late: 2, spoiled: 1 });
  });

  it('was turned away in a rush that the generator made', () => {
    const refusal = { failure: 'status', status: 429, error: 'status 429' } as const;

    expect(groupOf([failed({ ...refusal, lagMilliseconds: 300, milliseconds: 310 })]).spoiled).toBe(1);
    expect(groupOf([failed({ ...refusal, lagMilliseconds: 30, milliseconds: 40 })]).spoiled).toBe(0);
  });
});
