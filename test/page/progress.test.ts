import { expect, it } from 'vitest';
import { progress } from '../../functions/page/browser/photographs/progress.ts';

const ANSWERED = { trouble: undefined, doing: undefined };
const FAILED = { trouble: {}, doing: undefined };
const WAITING = { trouble: undefined, doing: 'Waiting' };

it.each([
  ['2 answered', [ANSWERED, ANSWERED]],
  ['1 answered, 1 not, 2 to come', [ANSWERED, FAILED, WAITING, WAITING]],
  ['0 answered, 1 to come', [WAITING]],
])('the progress of several photographs is told: %s', (words, standings) => {
  expect(progress(standings)).toBe(words);
});
