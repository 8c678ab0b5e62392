import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { requirePipeline } from '../../../../functions/inference/pipelines/pipelines.ts';
import { modelDirectory } from '../../../../model-repository/find-model.ts';
import { newFolder } from '../../../support/new-folder.ts';

const members = [{ name: 'a', file: 'a.onnx' }];
const MANIFEST = { model: 'digits', pipeline: 'image-classification', members };

function read(content: Readonly<Record<string, unknown>>) {
  const folder = newFolder();
  writeFileSync(join(folder, 'ensemble.json'), JSON.stringify(content));
  return readManifest(folder);
}

it('An unknown pipeline is refused with those that there are', () => {
  expect(() => requirePipeline('models/digits', { pipeline: 'image-labels' })).toThrow(
    /there is no pipeline "image-labels"; "pipeline" must be one of .*image-classification/,
  );
});

describe('what ensemble.json says of certainty', () => {
  const SURE = { word: 'sure', from: 0.8, right: 97, predictions: 100 };
  const PERHAPS = { word: 'perhaps', from: 0, right: 5, predictions: 9 };
  const RIGHT = { measuredOn: '200 pictures', words: [SURE, PERHAPS] };

  it('is words with what they were worth, and nothing where nobody measured it', () => {
    const certainty = { ...RIGHT, refused: { right: 1, predictions: 3 } };

    expect(read({ ...MANIFEST, certainty }).certainty).toEqual(certainty);
    expect(read(MANIFEST).certainty).toBeUndefined();
  });

  it.each([
    ['from the highest on', { words: [PERHAPS, SURE] }, 'certainty: words, the highest "from" first'],
    ['no better than all', { words: [{ ...SURE, right: 101 }] }, 'certainty: "right" at most "predictions"'],
    ['counted', { words: [{ ...SURE, predictions: 0.5 }] }, 'certainty.words.0.predictions'],
    ['at least one', { words: [] }, 'certainty.words'],
    ['measured on something', { measuredOn: '' }, 'certainty.measuredOn'],
  ])('is refused where it is not %s', (_, changes, message) => {
    expect(() => read({ ...MANIFEST, certainty: { ...RIGHT, ...changes } })).toThrow(message);
  });

  it.each(['handwriting', 'digits', 'ants-bees', 'asr-correction'])('is said of %s', (model) => {
    expect(readManifest(modelDirectory(model)).certainty?.words.at(-1)?.from).toBe(0);
  });
});
