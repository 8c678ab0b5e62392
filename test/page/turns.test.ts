import { describe, expect, it } from 'vitest';
import { Trouble } from '../../functions/page/browser/request/trouble.ts';
import { insist, latestOnly } from '../../functions/page/browser/request/turns.ts';

const busy = (seconds?: number) => new Trouble('Busy', 'Later.', true, seconds);

/** Sends a request to a service that first fails with each of these errors, and then responds. */
async function insistOn(troubles: readonly Error[]) {
  const left = [...troubles];
  const waited: number[] = [];
  const retries: boolean[] = [];
  const response = await insist(
    async (isRetry) => {
      retries.push(isRetry);
      const trouble = left.shift();
      if (trouble) throw trouble;
      return 'bee';
    },
    (seconds) => waited.push(seconds),
    async () => {},
  ).catch((error: Error) => error);
  return { response, waited, retries };
}

describe('requests of several pictures', () => {
  it('are retried after the time that a busy service gives', async () => {
    const expected = { response: 'bee', waited: [2, 7], retries: [false, true, true] };

    expect(await insistOn([busy(2), busy(7)])).toEqual(expected);
  });

  it('are given up if the service stays busy, so that the user decides', async () => {
    const { response, waited } = await insistOn(Array.from({ length: 9 }, () => busy(1)));

    expect(response).toMatchObject({ title: 'Busy' });
    expect(waited).toHaveLength(5);
  });

  it.each([
    ['the wait would take minutes', busy(120)],
    ['the service gives no time', busy()],
    ['the error is not a busy service', new Error('another')],
  ])('are not retried if %s', async (_, trouble) => {
    expect(await insistOn([trouble])).toEqual({ response: trouble, waited: [], retries: [false] });
  });
});

it('inputs are handled one at a time, and of the inputs that wait, only the last one', async () => {
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  const take = latestOnly<string>((value) => {
    sent.push(value);
    return new Promise((resolve) => ends.push(resolve));
  });

  void take('a');
  void take('ab');
  void take('abc');
  const before = [...sent];
  ends[0]?.();
  await expect.poll(() => sent).toEqual(['a', 'abc']);
  ends[1]?.();
  void take('abcd');

  expect(before).toEqual(['a']);
  await expect.poll(() => sent).toEqual(['a', 'abc', 'abcd']);
});
