import { describe, expect, it } from 'vitest';
import type { Ensemble, EnsemblePredictOptions } from '../../../../functions/inference/ensemble/ensemble.ts';
import type { LabelPrediction } from '../../../../functions/inference/pipelines/image-classification/prediction.ts';
import { changeManifest, copyOfTinyEnsemble, ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

/** 8 × 8 pixels of one colour. */
function pixels(red: number, green: number, blue: number): Uint8Array {
  return Uint8Array.from({ length: 8 * 8 * 3 }, (_, index) => [red, green, blue][index % 3] ?? 0);
}
const RED = pixels(250, 10, 10);

/** What an ensemble says of a decoded picture. @param everyLabel whether the probability of every label is requested */
async function predict(
  ensemble: Ensemble,
  data: Uint8Array,
  { everyLabel = true, ...options }: EnsemblePredictOptions & { everyLabel?: boolean } = {},
) {
  const pictures = { datatype: 'UINT8', shape: [1, 8, 8, 3], data };
  const request = { pictures, everyLabel };
  const given = await ensemble.predict(request, await ensemble.pipeline.decode(request), options);
  return { ...given, output: given.output as LabelPrediction };
}

/** A clock that gives these readings, and then no time. */
const readings = (...left: number[]) => ({
  deadline: {
    get millisecondsLeft() {
      return left.shift() ?? -1;
    },
  },
});

const ensemble = await ensembleIn(TINY_ENSEMBLE);

describe('ensemble', () => {
  it.each([
    ['red', pixels(250, 10, 10), '一'],
    ['green', pixels(10, 250, 10), '丁'],
    ['blue', pixels(10, 10, 250), '七'],
  ])('responds to a %s picture with its label', async (_, picture, label) => {
    expect((await predict(ensemble, picture)).output.label).toBe(label);
  });

  it('responds from the members that ran when the next would not fit', async () => {
    const { votes, output, lacking } = await predict(ensemble, RED, readings(1_000, 1_000));

    expect(lacking).toBe('some members');
    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(output.probabilities?.reduce((sum, probability) => sum + probability)).toBeCloseTo(1, 5);
    expect((await predict(ensemble, RED)).votes).toHaveLength(3);
  });

  it('runs all members when the response is late whatever it does: the repeat deserves the best one', async () => {
    expect((await predict(ensemble, RED, readings())).votes).toHaveLength(3);
  });

  it('leaves time for what comes after it', async () => {
    const options = { deadline: { millisecondsLeft: 1_000 }, millisecondsAfter: 1_000 };

    const { votes, lacking } = await predict(ensemble, RED, options);

    expect([votes.length, lacking]).toEqual([1, 'some members']);
  });
});

describe('ensemble whose first members agree', async () => {
  const folder = await copyOfTinyEnsemble();
  await changeManifest(folder, ({ members }) => {
    for (const member of members) Object.assign(member, { weight: 1 });
  });
  const agreeing = await ensembleIn(folder);
  const predictLabel = (data: Uint8Array, options: EnsemblePredictOptions = {}) =>
    predict(agreeing, data, { ...options, everyLabel: false });

  it('does not run a member that cannot change the response', async () => {
    const { votes, decidedAfter, lacking, output } = await predictLabel(RED);

    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect([decidedAfter, lacking, output.label]).toEqual([2, undefined, '一']);
  });

  it('runs it where every vote is wanted, and responds the same', async () => {
    const { votes, decidedAfter, output } = await predictLabel(RED, { explain: true });

    expect([votes.length, decidedAfter, output.label]).toEqual([3, 2, '一']);
  });

  it('is not shortened where time ran out after the response was decided', async () => {
    const { votes, lacking } = await predictLabel(RED, { explain: true, ...readings(1_000, 1_000) });

    expect([votes.length, lacking]).toEqual([2, undefined]);
  });

  it('runs every member on a picture that may have to be rejected', async () => {
    expect((await predictLabel(pixels(10, 10, 10))).votes).toHaveLength(3);
  });

  it('runs every member where the probability of every label is requested', async () => {
    expect((await predict(agreeing, RED)).votes).toHaveLength(3);
  });
});
