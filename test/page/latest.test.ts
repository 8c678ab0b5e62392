import { expect, it } from 'vitest';
import { latestOnly } from '../../functions/page/browser/asking/latest.ts';

it('what is typed is asked one at a time, what was overtaken never, and the last always', async () => {
  const taken: string[] = [];
  const ends: (() => void)[] = [];
  const take = latestOnly<string>((value) => {
    taken.push(value);
    return new Promise((resolve) => ends.push(resolve));
  });

  void take('a');
  void take('ab');
  void take('abc');
  const before = [...taken];
  ends[0]?.();
  await expect.poll(() => taken).toEqual(['a', 'abc']);
  ends[1]?.();
  void take('abcd');

  expect(before).toEqual(['a']);
  await expect.poll(() => taken).toEqual(['a', 'abc', 'abcd']);
});
