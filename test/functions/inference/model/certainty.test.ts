import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { modelDirectory } from '../../../../model-repository/find-model.ts';
import { changeManifest, copyOfTinyEnsemble } from '../../support/tiny.ts';

const SURE = { word: 'sure', from: 0.8, right: 97, predictions: 100 };
const PERHAPS = { word: 'perhaps', from: 0, right: 5, predictions: 9 };

/** Reads the tiny ensemble with this in its `ensemble.json`. */
async function readWith(certainty: object) {
  const folder = await copyOfTinyEnsemble();
  await changeManifest(folder, (manifest) => {
    manifest.certainty = { measuredOn: '200 pictures', words: [SURE, PERHAPS], ...certainty };
  });
  return (await readManifest(folder)).certainty;
}

describe('what ensemble.json says of certainty', () => {
  it('is words with what they were worth, and nothing where nobody measured it', async () => {
    expect(await readWith({ refused: { right: 1, predictions: 3 } })).toEqual({
      measuredOn: '200 pictures',
      words: [SURE, PERHAPS],
      refused: { right: 1, predictions: 3 },
    });
    expect((await readManifest(await copyOfTinyEnsemble())).certainty).toBeUndefined();
  });

  it.each([
    ['from the highest on', { words: [PERHAPS, SURE] }, /certainty: words, the highest "from" first/],
    ['no better than all', { words: [{ ...SURE, right: 101 }] }, /certainty: "right" at most "predictions"/],
    ['counted', { words: [{ ...SURE, predictions: 0.5 }] }, /certainty\.words\.0\.predictions/],
    ['at least one', { words: [] }, /certainty\.words/],
    ['measured on something', { measuredOn: '' }, /certainty\.measuredOn/],
  ])('is refused where it is not %s', async (_, certainty, message) => {
    await expect(readWith(certainty)).rejects.toThrow(message);
  });

  it.each(['handwriting', 'digits', 'ants-bees', 'asr-correction'])('is said of %s', async (model) => {
    const { certainty } = await readManifest(modelDirectory(model));

    expect(certainty?.words.at(-1)?.from).toBe(0);
  });
});
