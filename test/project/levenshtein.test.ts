import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closest, levenshtein } from '../../project/levenshtein.ts';

it.each([
  ['', '', 0],
  ['我要帳丹', '我要帳單', 1],
  ['我我要帳單', '我要帳單', 1],
  ['kitten', 'sitting', 3],
  ['', '帳單', 2],
  ['ab', 'ba', 2],
  ['𠮷野家', '吉野家', 1],
  ['評價機內空審計', '評價及內控審計', 2],
])('the distance of "%s" and "%s" is %i', (one, other, distance) => {
  expect(levenshtein(one, other)).toBe(distance);
});

it('the distance is symmetric, zero only for equal texts, and obeys the triangle inequality', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '我', '𠮷'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (one, other, third) => {
      const distance = levenshtein(one, other);

      expect(levenshtein(other, one)).toBe(distance);
      expect(distance === 0).toBe(one === other);
      expect(distance).toBeLessThanOrEqual(levenshtein(one, third) + levenshtein(third, other));
    }),
  );
});

it.each([
  ['strat', 'start'],
  ['prot', 'port'],
  ['evaal', 'eval'],
  ['rolback', 'rollback'],
  ['destory', 'destroy'],
])('%s is taken for %s', (typed, meant) => {
  expect(closest(typed, ['start', 'port', 'eval', 'rollback', 'destroy'])).toBe(meant);
});

it.each(['soak', 'list', 'lost', 'x'])('%s is no mistyped command', (typed) => {
  expect(closest(typed, ['load', 'eval', 'add'])).toBeUndefined();
});
