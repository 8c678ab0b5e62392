import { describe, expect, it } from 'vitest';
import { cacheOutcome, decided, introduction, latency } from '../../functions/page/browser/result/words.ts';

const EXPLANATION = { reply: null, prediction: '', version: '1', stages: {} };

describe('the texts of the page', () => {
  it.each([
    ['Draw it.', 3, 1000, 'Draw it. An ensemble of 3 models, with a deadline of 1 s.'],
    ['', 1, 2500, 'One model, with a deadline of 2.5 s.'],
  ])('introduce the model: "%s", %i members, %i ms', (hint, members, deadlineMilliseconds, words) => {
    expect(introduction({ hint, members, deadlineMilliseconds })).toBe(words);
  });

  it.each([
    [1200, 1000, 'Latency 1200 ms, past the deadline of 1 s'],
    [1200, 2500, 'Latency 1200 ms'],
  ])('give a latency of %i ms, with a deadline of %i ms', (milliseconds, deadline, words) => {
    expect(latency(milliseconds, deadline)).toBe(words);
  });

  it.each([
    ['miss', '0/2; fallback', /^Not cached, because not every member/],
    ['miss', '1/2; shortened', /^Not cached, because not every member/],
    ['miss', '1/2; decided', /^Cache miss: computed now/],
    ['hit', '0/2', /^Cache hit: no member had to run/],
  ] as const)('describe the cache outcome %s with the members "%s"', (cache, members, words) => {
    const explanation = { ...EXPLANATION, cache, members: [] };

    expect(cacheOutcome({ explanation, members, milliseconds: 1 })).toMatch(words);
  });

  it.each([
    [3, 1, '3/3', ['The first of 3 members decided; the rest ran for comparison']],
    [3, 2, '3/3', ['The first 2 of 3 members decided; the rest ran for comparison']],
    [3, 3, '3/3', ['All 3 members were needed']],
    [2, undefined, '2/2', ['Both members were needed']],
    [1, undefined, '1/3; shortened', ['1 of 3 members ran before the deadline']],
    [1, 1, '1/1', []],
    [0, undefined, '0/3', []],
  ])('say that %i members ran, and decided after %s, of %s', (count, decidedAfter, members, words) => {
    const ran = Array.from({ length: count }, () => ({ name: 'one', weight: 1, milliseconds: 1 }));
    const explanation = { ...EXPLANATION, cache: 'miss' as const, members: ran };

    const described = decided({ explanation: { ...explanation, decidedAfter }, members, milliseconds: 1 });

    expect(described).toEqual(words);
  });
});
