import { beforeAll, describe, expect, it } from 'vitest';
import type {
  Ensemble,
  EnsemblePredictOptions,
  Outcome,
} from '../../../../functions/inference/ensemble/ensemble.ts';
import type { LabelPrediction } from '../../../../functions/inference/pipelines/image-classification/prediction.ts';
import { changeManifest, copyOfTinyEnsemble, ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

/** 8 × 8 pixels of one colour. */
function pixels(red: number, green: number, blue: number): Uint8Array {
  return Uint8Array.from({ length: 8 * 8 * 3 }, (_, index) => [red, green, blue][index % 3] ?? 0);
}
const RED = pixels(250, 10, 10);

/** What the ensemble says of a decoded picture. */
async function predict(
  ensemble: Ensemble,
  data: Uint8Array,
  options: EnsemblePredictOptions = {},
): Promise<Outcome & { output: LabelPrediction }> {
  const picture = { datatype: 'UINT8', shape: [1, 8, 8, 3], data };
  const request = { picture, everyLabel: true };
  return (await ensemble.predict(request, await ensemble.pipeline.decode(request), options)) as never;
}

/** The same without requesting the probability of every label, so that members can be left out. */
async function predictLabel(ensemble: Ensemble, data: Uint8Array, options: EnsemblePredictOptions = {}) {
  const picture = { datatype: 'UINT8', shape: [1, 8, 8, 3], data };
  const request = { picture, everyLabel: false };
  const given = await ensemble.predict(request, await ensemble.pipeline.decode(request), options);
  return { ...given, output: given.output as LabelPrediction };
}

describe('ensemble', () => {
  let ensemble: Ensemble;
  beforeAll(async () => {
    ensemble = await ensembleIn(TINY_ENSEMBLE);
  });

  it.each([
    ['red', pixels(250, 10, 10), '一'],
    ['green', pixels(10, 250, 10), '丁'],
    ['blue', pixels(10, 10, 250), '七'],
  ])('responds to a %s picture with its label', async (_, picture, label) => {
    expect((await predict(ensemble, picture)).output.label).toBe(label);
  });

  it('responds from the members that ran when the next would not fit', async () => {
    const timesLeft = [1_000, 1_000, -1];

    const { votes, output, lacking } = await predict(ensemble, RED, {
      millisecondsLeft: () => timesLeft.shift() ?? -1,
    });

    expect(lacking).toBe('some members');
    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(output.probabilities?.reduce((sum, probability) => sum + probability)).toBeCloseTo(1, 5);
  });

  it('runs all members when the response is late whatever it does: the repeat deserves the best one', async () => {
    expect((await predict(ensemble, RED, { millisecondsLeft: () => -5 })).votes).toHaveLength(3);
  });

  it('leaves time for what comes after it', async () => {
    const options = { millisecondsLeft: () => 1_000, millisecondsAfter: 1_000 };

    expect(await predict(ensemble, RED, options)).toMatchObject({
      votes: { length: 1 },
      lacking: 'some members',
    });
  });

  it('runs all members again once there is time again', async () => {
    const timesLeft = [1_000, -1];
    await predict(ensemble, RED, { millisecondsLeft: () => timesLeft.shift() ?? -1 });

    expect((await predict(ensemble, RED, { millisecondsLeft: () => 1_000 })).votes).toHaveLength(3);
  });

  describe('whose first members agree', () => {
    let agreeing: Ensemble;
    beforeAll(async () => {
      const folder = await copyOfTinyEnsemble();
      await changeManifest(folder, ({ members }) => {
        for (const member of members) Object.assign(member, { weight: 1 });
      });
      agreeing = await ensembleIn(folder);
    });

    it('does not run a member that cannot change the response', async () => {
      const { votes, decidedAfter, lacking, output } = await predictLabel(agreeing, RED);

      expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
      expect({ decidedAfter, lacking, label: output.label }).toEqual({
        decidedAfter: 2,
        lacking: undefined,
        label: '一',
      });
    });

    it('runs it where every vote is wanted, and responds the same', async () => {
      const { votes, decidedAfter, output } = await predictLabel(agreeing, RED, { everyMember: true });

      expect(votes).toHaveLength(3);
      expect({ decidedAfter, label: output.label }).toEqual({ decidedAfter: 2, label: '一' });
    });

    it('is not shortened where time ran out after the response was decided', async () => {
      const timesLeft = [1_000, 1_000, -1];

      const { votes, lacking } = await predictLabel(agreeing, RED, {
        everyMember: true,
        millisecondsLeft: () => timesLeft.shift() ?? -1,
      });

      expect({ votes: votes.length, lacking }).toEqual({ votes: 2, lacking: undefined });
    });

    it('runs every member on a picture that may have to be rejected', async () => {
      expect((await predictLabel(agreeing, pixels(10, 10, 10))).votes).toHaveLength(3);
    });

    it('runs every member where the probability of every label is requested', async () => {
      expect((await predict(agreeing, RED)).votes).toHaveLength(3);
    });
  });
});
