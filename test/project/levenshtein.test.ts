import { expect, it } from 'vitest';
import { closest, levenshtein } from '../../project/levenshtein.ts';

it.each([
  ['', '', 0],
  ['我要帳丹', '我要帳單', 1],
  ['kitten', 'sitting', 3],
  ['', '帳單', 2],
  ['ab', 'ba', 2],
  ['𠮷野家', '吉野家', 1],
])('the distance of "%s" and "%s" is %i', (one, other, distance) => {
  expect(levenshtein(one, other)).toBe(distance);
});

it.each([
  ['strat', 'start'],
  ['rolback', 'rollback'],
  ['destory', 'destroy'],
])('%s is taken for %s', (typed, meant) => {
  expect(closest(typed, ['start', 'rollback', 'destroy'])).toBe(meant);
});

it.each(['soak', 'list', 'lost', 'x'])('%s is no mistyped command', (typed) => {
  expect(closest(typed, ['load', 'eval', 'add'])).toBeUndefined();
});
