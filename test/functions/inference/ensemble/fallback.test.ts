import { describe, expect, it } from 'vitest';
import { Ensemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import type { Member } from '../../../../functions/inference/ensemble/member.ts';
import { ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

/** An ensemble that no time is left for, of a pipeline that has a response all the same. */
async function ensembleWithFallback(work?: number) {
  const { pipeline } = await ensembleIn(TINY_ENSEMBLE);
  let runs = 0;
  let forgiven = 0;
  let expected = 50;
  const member = {
    name: 'slow',
    weight: 1,
    duration: {
      expected: () => expected,
      add: () => {},
      forgive: () => {
        forgiven += 1;
        expected -= 20;
      },
    },
    predict: async () => {
      runs += 1;
      const data = Float32Array.of(1, 0, 0, 0);
      return {
        outputs: { probabilities: { datatype: 'FP32', shape: [1, 4], data } },
        milliseconds: 1,
        batch: 1,
      };
    },
  } as unknown as Member;
  const fallback = (input: unknown) => ({ label: `not ${input}` });
  const ensemble = new Ensemble({ ...pipeline, work: () => work ?? 1, fallback }, [member]);
  return { ensemble, runs: () => runs, forgiven: () => forgiven };
}

describe('a pipeline with a fallback', () => {
  it('responds in time without any member where not one fits, and says what is lacking', async () => {
    const { ensemble, runs } = await ensembleWithFallback();

    const prediction = await ensemble.predict('input', () => ({}), { millisecondsLeft: () => 10 });

    expect(prediction).toEqual({
      output: { label: 'not input' },
      votes: [],
      decidedAfter: undefined,
      lacking: 'every member',
    });
    expect(runs()).toBe(0);
  });

  it('tries a member again after a while, in case the bad spell is over', async () => {
    const { ensemble, runs } = await ensembleWithFallback();

    for (let request = 0; request < 3; request++) {
      await ensemble.predict('input', () => ({}), { millisecondsLeft: () => 20 });
    }

    expect(runs()).toBe(1);
  });

  it('runs no member that has nothing to say, and takes that for the whole response', async () => {
    const { ensemble, runs, forgiven } = await ensembleWithFallback(0);

    const prediction = await ensemble.predict('input', () => ({}), { everyMember: true });

    expect(prediction).toEqual({
      output: { label: 'not input' },
      votes: [],
      decidedAfter: 0,
      lacking: undefined,
    });
    expect([runs(), forgiven()]).toEqual([0, 0]);
  });

  it('runs no member that cannot take the request, however much time there is', async () => {
    const { ensemble, runs, forgiven } = await ensembleWithFallback(Number.POSITIVE_INFINITY);

    const prediction = await ensemble.predict('input', () => ({}));

    expect(prediction).toMatchObject({
      output: { label: 'not input' },
      votes: [],
      lacking: 'every member',
    });
    expect([runs(), forgiven()]).toEqual([0, 0]);
  });
});
