import { describe, expect, it } from 'vitest';
import { cacheOutcome, introduction, promise } from '../../functions/page/browser/shell/words.ts';

describe('what the page says', () => {
  it.each([
    [
      { hint: 'Draw a digit.', members: 3, budgetMilliseconds: 1000 },
      'Draw a digit. Three models vote and answer within a second.',
    ],
    [{ hint: '', members: 1, budgetMilliseconds: 2500 }, 'One model answers within 2.5 s.'],
    [{ hint: '', members: 12, budgetMilliseconds: 300 }, '12 models vote and answer within 0.3 s.'],
  ])('of a task follows it: %o', (task, words) => {
    expect(introduction(task)).toBe(words);
  });

  it.each([
    [80, 1000, '80 ms there and back'],
    [1200, 1000, '1200 ms there and back, later than the promised second'],
    [1200, 2500, '1200 ms there and back'],
    [2600, 2500, '2600 ms there and back, later than the promised 2.5 s'],
  ])('of %i ms, where %i were promised', (milliseconds, budget, words) => {
    expect(promise(milliseconds, budget)).toBe(words);
  });

  it.each([
    ['miss', '0/2; fallback', /^Not remembered for lack of time/],
    ['miss', '1/2; shortened', /^Not remembered for lack of time/],
    ['miss', '1/2; decided', /^Computed now, and remembered/],
    ['hit', '0/2', /^CacheEntry: this id was answered before/],
    ['too-large', '2/2', /too large to be remembered$/],
    ['degraded', '2/2', /out of reach$/],
    ['off', '2/2', /remembers nothing$/],
  ] as const)('of a cache that says %s, where %s members were asked', (cache, members, words) => {
    const explanation = { reply: null, answer: '', cache, version: '1', members: [], stages: {} };

    expect(cacheOutcome({ explanation, members, milliseconds: 1 })).toMatch(words);
  });
});
