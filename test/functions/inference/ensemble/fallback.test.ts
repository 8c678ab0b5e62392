import { describe, expect, it } from 'vitest';
import { Ensemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import type { Member } from '../../../../functions/inference/ensemble/member.ts';
import { ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

const FALLBACK = { output: { label: 'not input' }, votes: [] };

/** An ensemble that no time is left for, of a pipeline that has a response all the same. */
async function ensembleWithFallback(work = 1) {
  const { pipeline } = await ensembleIn(TINY_ENSEMBLE);
  const counts = { runs: 0, forgiven: 0 };
  let expected = 50;
  const forgive = () => {
    counts.forgiven += 1;
    expected -= 20;
  };
  const probabilities = { datatype: 'FP32', shape: [1, 4], data: Float32Array.of(1, 0, 0, 0) };
  const predict = async () => {
    counts.runs += 1;
    return { outputs: { probabilities }, milliseconds: 1, batch: 1 };
  };
  const duration = { expected: () => expected, add: () => {}, forgive };
  const member = { name: 'slow', weight: 1, duration, predict } as unknown as Member;
  const fallback = (input: unknown) => ({ label: `not ${input}` });
  return { ensemble: new Ensemble({ ...pipeline, work: () => work, fallback }, [member]), counts };
}

describe('a pipeline with a fallback', () => {
  it('responds in time without any member where not one fits, and tries again in case the bad spell is over', async () => {
    const { ensemble, counts } = await ensembleWithFallback();
    const predict = () => ensemble.predict('input', () => [{}], { deadline: { millisecondsLeft: 20 } });

    expect(await predict()).toEqual({ ...FALLBACK, decidedAfter: undefined, lacking: 'every member' });
    expect(counts.runs).toBe(0);
    await predict();
    await predict();
    expect(counts.runs).toBe(1);
  });

  it.each([
    ['has nothing to say: that is the whole response', 0, { decidedAfter: 0, lacking: undefined }],
    ['cannot take the request, however much time there is', Infinity, { lacking: 'every member' }],
  ])('runs no member that %s', async (_, work, expected) => {
    const { ensemble, counts } = await ensembleWithFallback(work);

    const prediction = await ensemble.predict('input', () => [{}], { explain: true });

    expect(prediction).toEqual({ ...FALLBACK, decidedAfter: undefined, ...expected });
    expect(counts).toEqual({ runs: 0, forgiven: 0 });
  });
});
