import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ensemble, loadEnsemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import { topLabels } from '../../../../functions/inference/ensemble/prediction.ts';
import { copyOfTinyEnsemble, TINY_ENSEMBLE } from '../../support/tiny.ts';

/** 8 × 8 pixels of one colour. */
function pixels(red: number, green: number, blue: number): Uint8Array {
  return Uint8Array.from({ length: 8 * 8 * 3 }, (_, index) => [red, green, blue][index % 3] ?? 0);
}
const RED = pixels(250, 10, 10);

describe('ensemble', () => {
  let ensemble: Ensemble;
  beforeAll(async () => {
    ensemble = await loadEnsemble(TINY_ENSEMBLE);
  });

  it('knows its members in the order in which they run', () => {
    expect(ensemble.memberNames).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['red', pixels(250, 10, 10), '一'],
    ['green', pixels(10, 250, 10), '丁'],
    ['blue', pixels(10, 10, 250), '七'],
  ])('answers a %s picture with its label', async (_, picture, label) => {
    expect((await ensemble.predict(picture)).answer).toBe(label);
  });

  it('rejects a picture it is not sure of, and says how sure it was', async () => {
    const prediction = await ensemble.predict(pixels(10, 10, 10));

    expect(prediction).toMatchObject({ answer: 'isnull', rejected: true });
    expect(prediction.confidence).toBeLessThan(0.5);
  });

  it('takes the mean of the votes by the weights of the members', async () => {
    const { mean, votes } = await ensemble.predict(RED);

    const expected = [0, 1, 2, 3].map((label) =>
      votes.reduce(
        (sum, { probabilities }, index) => sum + ((index + 1) * (probabilities[label] ?? 0)) / 6,
        0,
      ),
    );
    expected.forEach((probability, label) => {
      expect(mean[label]).toBeCloseTo(probability, 6);
    });
  });

  it('gives the softmax that each member computes', async () => {
    const { votes } = await ensemble.predict(RED);

    const powers = [250, 10, 10, 0.4 * 270].map((logit) => Math.exp(0.02 * logit));
    const total = powers.reduce((sum, power) => sum + power, 0);
    expect(votes[0]?.probabilities[0]).toBeCloseTo((powers[0] ?? 0) / total, 5);
  });

  it('answers from the members that ran when the next would not fit', async () => {
    const timesLeft = [1_000, 1_000, -1];

    const { votes, mean, shortened } = await ensemble.predict(RED, {
      millisecondsLeft: () => timesLeft.shift() ?? -1,
    });

    expect(shortened).toBe(true);
    expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(mean.reduce((sum, probability) => sum + probability)).toBeCloseTo(1, 5);
  });

  it('asks one member when there is time for no more', async () => {
    const timesLeft = [1_000, -1];

    expect(
      (await ensemble.predict(RED, { millisecondsLeft: () => timesLeft.shift() ?? -1 })).votes,
    ).toHaveLength(1);
  });

  it('asks all members when the answer is late whatever it does: the repeat deserves the best one', async () => {
    expect((await ensemble.predict(RED, { millisecondsLeft: () => -5 })).votes).toHaveLength(3);
  });

  it('leaves time for what comes after it', async () => {
    const options = { millisecondsLeft: () => 1_000, millisecondsAfter: 1_000 };

    expect(await ensemble.predict(RED, options)).toMatchObject({ votes: { length: 1 }, shortened: true });
  });

  it('asks all members again once there is time again', async () => {
    const timesLeft = [1_000, -1];
    await ensemble.predict(RED, { millisecondsLeft: () => timesLeft.shift() ?? -1 });

    expect((await ensemble.predict(RED, { millisecondsLeft: () => 1_000 })).votes).toHaveLength(3);
  });

  describe('whose first members agree', () => {
    let agreeing: Ensemble;
    beforeAll(async () => {
      const folder = await copyOfTinyEnsemble();
      const file = path.join(folder, 'ensemble.json');
      const manifest = JSON.parse(await readFile(file, 'utf8'));
      for (const member of manifest.members) member.weight = 1;
      await writeFile(file, JSON.stringify(manifest));
      agreeing = await loadEnsemble(folder);
    });

    it('does not ask a member that cannot change the answer', async () => {
      const { votes, decidedAfter, shortened, answer } = await agreeing.predict(RED);

      expect(votes.map(({ name }) => name)).toEqual(['first', 'second']);
      expect({ decidedAfter, shortened, answer }).toEqual({
        decidedAfter: 2,
        shortened: false,
        answer: '一',
      });
    });

    it('asks it where every vote is wanted, and answers the same', async () => {
      const { votes, decidedAfter, answer } = await agreeing.predict(RED, { everyMember: true });

      expect(votes).toHaveLength(3);
      expect({ decidedAfter, answer }).toEqual({ decidedAfter: 2, answer: '一' });
    });

    it('is not shortened where time ran out after the answer was decided', async () => {
      const timesLeft = [1_000, 1_000, -1];

      const { votes, shortened } = await agreeing.predict(RED, {
        everyMember: true,
        millisecondsLeft: () => timesLeft.shift() ?? -1,
      });

      expect({ votes: votes.length, shortened }).toEqual({ votes: 2, shortened: false });
    });

    it('asks every member about a picture that may have to be rejected', async () => {
      expect((await agreeing.predict(pixels(10, 10, 10))).votes).toHaveLength(3);
    });
  });

  it('ranks the labels of a vote', async () => {
    const { mean } = await ensemble.predict(pixels(250, 120, 10));

    const ranking = topLabels(mean, ensemble.labels, 2);

    expect(ranking[0]?.label).toBe('一');
    expect(ranking).toHaveLength(2);
    expect(ranking[0]?.probability).toBeGreaterThan(ranking[1]?.probability ?? 1);
  });
});
