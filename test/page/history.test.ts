import { expect, it } from 'vitest';
import { accuracy } from '../../functions/page/browser/history/accuracy.ts';

it.each([
  [[true, undefined, false, true], '2 of 3 marked responses right: 66.7 %'],
  [[undefined], 'Mark responses as right or wrong to see their accuracy.'],
])('the accuracy of %j counts what was marked, and nothing else', (marks, words) => {
  expect(accuracy(marks)).toBe(words);
});
