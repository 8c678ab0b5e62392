import { describe, expect, it } from 'vitest';
import { Trouble } from '../../functions/page/browser/asking/trouble.ts';
import { insist, takeTurns } from '../../functions/page/browser/photographs/turns.ts';

const busy = (seconds?: number) => new Trouble('Busy', 'Later.', true, seconds);

/** Insists on an answer of a service that fails as it is told to, and then answers. */
async function insistOn(troubles: readonly Error[]) {
  const left = [...troubles];
  const waited: number[] = [];
  const repetitions: boolean[] = [];
  const answer = await insist(
    async (repetition) => {
      repetitions.push(repetition);
      const trouble = left.shift();
      if (trouble) throw trouble;
      return 'bee';
    },
    (seconds) => waited.push(seconds),
    async () => {},
  ).catch((error: Error) => error);
  return { answer, waited, repetitions };
}

describe('questions of several photographs', () => {
  it('are asked in their order, two at a time', async () => {
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const enqueue = takeTurns(2);
    for (const index of [0, 1, 2, 3]) {
      enqueue(() => {
        started.push(index);
        return new Promise((resolve) => {
          ends[index] = resolve;
        });
      });
    }

    expect(started).toEqual([0, 1]);
    ends[1]?.();
    await expect.poll(() => started).toEqual([0, 1, 2]);
    ends[0]?.();
    await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  });

  it('are asked again after as long as a busy service says', async () => {
    expect(await insistOn([busy(2), busy(7)])).toEqual({
      answer: 'bee',
      waited: [2, 7],
      repetitions: [false, true, true],
    });
  });

  it('are given up where the service stays busy, so that a person decides', async () => {
    const { answer, waited } = await insistOn(Array.from({ length: 9 }, () => busy(1)));

    expect(answer).toMatchObject({ title: 'Busy' });
    expect(waited).toHaveLength(5);
  });

  it.each([
    ['it would have to wait for minutes', busy(120)],
    ['it does not say when to come back', busy()],
    ['it is another trouble', new Error('another')],
  ])('are not asked again where %s', async (_, trouble) => {
    expect(await insistOn([trouble])).toEqual({ answer: trouble, waited: [], repetitions: [false] });
  });
});
