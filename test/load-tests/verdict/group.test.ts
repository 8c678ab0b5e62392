import { describe, expect, it } from 'vitest';
import { isCached, summarise } from '../../../load-tests/verdict/group.ts';
import { exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';

describe('fresh and cached answers', () => {
  it('believes a hit only for an id that this client has sent before', () => {
    expect(isCached(exchanged({ cache: 'hit' }))).toBe(false);
    expect(isCached(exchanged({ cache: 'hit', repeated: true }))).toBe(true);
  });

  it('counts a repeat that was computed anew as fresh', () => {
    expect(isCached(exchanged({ cache: 'miss', repeated: true }))).toBe(false);
  });

  it('takes a repeat as cached where the service does not say', () => {
    expect(isCached(exchanged({ repeated: true }))).toBe(true);
  });

  it('counts a repeat without an answer as fresh', () => {
    expect(isCached(failed({ repeated: true }))).toBe(false);
  });
});

describe('the summary of a group', () => {
  it('keeps the promise with one late answer in a hundred', () => {
    const group = summarise([...manyExchanged(99), exchanged({ milliseconds: 1200 })], rules);

    expect(group).toMatchObject({ count: 100, late: 1, failed: 0, kept: true, percentileMilliseconds: 100 });
  });

  it('breaks the promise with two late answers in a hundred', () => {
    const group = summarise([...manyExchanged(98), ...manyExchanged(2, { milliseconds: 1001 })], rules);

    expect(group).toMatchObject({ late: 2, kept: false, percentileMilliseconds: 1001 });
  });

  it('counts failures as later than every answer, however fast they came', () => {
    const group = summarise([...manyExchanged(98), failed({ milliseconds: 1 }), failed()], rules);

    expect(group).toMatchObject({ failed: 2, kept: false, percentileMilliseconds: null });
  });

  it('leaves failures out of the durations of answers', () => {
    const group = summarise([exchanged({ milliseconds: 40 }), failed({ milliseconds: 9000 })], rules);

    expect(group.durationMilliseconds).toEqual({ mean: 40, p50: 40, p95: 40, p99: 40 });
  });

  it('keeps a promise of exactly the limit', () => {
    expect(summarise([exchanged({ milliseconds: 1000 })], rules).kept).toBe(true);
  });
});
