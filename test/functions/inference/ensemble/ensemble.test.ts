import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Ensemble, type EnsemblePredictOptions } from '../../../../functions/inference/ensemble/ensemble.ts';
import type { Member } from '../../../../functions/inference/ensemble/member.ts';
import { Deadline, steadyMilliseconds } from '../../../../functions/inference/ensemble/predictor.ts';
import type { LabelPredictions } from '../../../../functions/inference/pipelines/image-classification/prediction.ts';
import { tinyModel } from '../../../support/tiny-model.ts';
import { ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

/** 8 × 8 pixels of one colour. */
function pixels(red: number, green: number, blue: number): Uint8Array {
  return Uint8Array.from({ length: 8 * 8 * 3 }, (_, index) => [red, green, blue][index % 3] ?? 0);
}
const RED = pixels(250, 10, 10);

/** An ensemble's prediction of a decoded picture. @param everyLabel whether the probability of every label is requested */
async function predict(
  ensemble: Ensemble,
  data: Uint8Array,
  { everyLabel = true, ...options }: EnsemblePredictOptions & { everyLabel?: boolean } = {},
) {
  const pictures = { datatype: 'UINT8', shape: [1, 8, 8, 3], data };
  const given = await ensemble.predict({ pictures, everyLabel }, options);
  return { ...given, output: (given.output as LabelPredictions)[0] };
}

/** A deadline whose `millisecondsLeft` returns these numbers one after the other, and then -1: no time is left. */
const readings = (...left: number[]) => ({
  deadline: {
    get millisecondsLeft() {
      return left.shift() ?? -1;
    },
  },
});

const ensemble = await ensembleIn(TINY_ENSEMBLE);

describe('ensemble', () => {
  it('responds from the members that ran if there is no time for the next member', async () => {
    const { votes, output, lacking } = await predict(ensemble, RED, readings(1_000, 1_000));

    expect(lacking).toBe('some members');
    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(output.probabilities?.reduce((sum, probability) => sum + probability)).toBeCloseTo(1, 5);
    expect((await predict(ensemble, RED)).votes).toHaveLength(3);
  });

  it('runs all members if the response is late anyway, so that a repeat gets the best response', async () => {
    expect((await predict(ensemble, RED, readings())).votes).toHaveLength(3);
  });

  it('leaves time for the steps after the prediction', async () => {
    const options = { deadline: { millisecondsLeft: 1_000 }, millisecondsAfter: 1_000 };

    const { votes, lacking } = await predict(ensemble, RED, options);

    expect([votes.length, lacking]).toEqual([1, 'some members']);
  });
});

describe('ensemble whose first members agree', async () => {
  const alike = tinyModel(({ members }) => ({ members: members.map((one) => ({ ...one, weight: 1 })) }));
  const agreeing = await ensembleIn(alike);
  const predictLabel = (data: Uint8Array, options: EnsemblePredictOptions = {}) =>
    predict(agreeing, data, { ...options, everyLabel: false });

  it('does not run a member that cannot change the response', async () => {
    const { votes, decidedAfter, lacking, output } = await predictLabel(RED);

    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect([decidedAfter, lacking, output.label]).toEqual([2, undefined, '一']);
  });

  it('runs every member if every vote is requested, and responds the same', async () => {
    const { votes, decidedAfter, output } = await predictLabel(RED, { explain: true });

    expect([votes.length, decidedAfter, output.label]).toEqual([3, 2, '一']);
  });

  it('lacks no member if time ran out after the decision', async () => {
    const { votes, lacking } = await predictLabel(RED, { explain: true, ...readings(1_000, 1_000) });

    expect([votes.length, lacking]).toEqual([2, undefined]);
  });

  it('runs every member on a picture that may have to be rejected', async () => {
    expect((await predictLabel(pixels(10, 10, 10))).votes).toHaveLength(3);
  });

  it('runs every member if the probability of every label is requested', async () => {
    expect((await predict(agreeing, RED)).votes).toHaveLength(3);
  });
});

describe('a pipeline with a fallback', () => {
  const FALLBACK = { output: { label: 'not input' }, votes: [] };

  /** An ensemble whose only member is too slow, with a pipeline that has a fallback. */
  function withFallback(work = 1) {
    const probabilities = { datatype: 'FP32', shape: [1, 4], data: Float32Array.of(1, 0, 0, 0) };
    const run = vi.fn(async () => ({ outputs: { probabilities }, milliseconds: 1, batch: 1 }));
    const forgive = vi.fn();
    const duration = { expected: () => 50 - 20 * forgive.mock.calls.length, add: () => {}, forgive };
    const member = { name: 'slow', weight: 1, duration, predict: run } as unknown as Member;
    const fallback = (input: unknown) => ({ label: `not ${input}` });
    const bare = new Ensemble({ ...ensemble.pipeline, work: () => work, fallback }, [member]);
    const predict = (options: EnsemblePredictOptions) => bare.run('input', () => [{}], options);
    return { predict, run, forgive };
  }

  it('responds in time without members if none has time, and runs them again after some requests', async () => {
    const { predict, run } = withFallback();
    const brief = { deadline: { millisecondsLeft: 20 } };

    expect(await predict(brief)).toEqual({ ...FALLBACK, decidedAfter: undefined, lacking: 'every member' });
    expect(run).not.toHaveBeenCalled();
    await predict(brief);
    await predict(brief);
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    ['has nothing to predict: the fallback is enough', 0, { decidedAfter: 0, lacking: undefined }],
    ['cannot take the request, however much time there is', Infinity, { lacking: 'every member' }],
  ])('runs no member that %s', async (_, work, expected) => {
    const { predict, run, forgive } = withFallback(work);

    expect(await predict({ explain: true })).toEqual({ ...FALLBACK, decidedAfter: undefined, ...expected });
    expect(run).not.toHaveBeenCalled();
    expect(forgive).not.toHaveBeenCalled();
  });
});

describe('deadline', () => {
  it('does not move when the system clock is set', () => {
    vi.useFakeTimers({ toFake: ['hrtime', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const deadline = Deadline.in(900);

    vi.setSystemTime(0);

    expect(deadline.millisecondsLeft).toBeCloseTo(900);
  });

  it('is the same in another process of the machine', () => {
    const module = new URL('../../../../functions/inference/ensemble/predictor.ts', import.meta.url);
    const program = `import { steadyMilliseconds } from '${module}'; console.log(steadyMilliseconds())`;

    const before = steadyMilliseconds();
    const there = Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]));

    expect(there).toBeGreaterThan(before);
    expect(there).toBeLessThan(steadyMilliseconds());
  });
});
