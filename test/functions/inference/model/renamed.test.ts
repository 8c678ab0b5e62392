import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { requirePipeline } from '../../../../functions/inference/pipelines/pipelines.ts';
import { newFolder } from '../../../support/new-folder.ts';

const MANIFEST = {
  model: 'digits',
  pipeline: 'image-classification',
  members: [{ name: 'a', file: 'a.onnx' }],
};

function read(content: Readonly<Record<string, unknown>>) {
  const folder = newFolder();
  writeFileSync(join(folder, 'ensemble.json'), JSON.stringify(content));
  return readManifest(folder);
}

describe('An ensemble.json of an earlier version', () => {
  const { members } = MANIFEST;
  it.each([
    [
      { task: 'digits', kind: 'image-labels', budgetMilliseconds: 500, members },
      /task: .* "model"; kind: .* "pipeline"; budgetMilliseconds: .* "deadlineMilliseconds"$/,
    ],
    [
      { ...MANIFEST, reject: { answer: 'unknown', threshold: 0.5 } },
      /reject\.answer: this field is now called "reject\.label"$/,
    ],
  ])('is refused with the present names of its fields: %j', (manifest, names) => {
    expect(() => read(manifest)).toThrow(new RegExp(`ensemble\\.json is wrong at ${names.source}`));
  });

  it('is refused with the present name of its pipeline', () => {
    expect(() => requirePipeline('models/digits', { pipeline: 'image-labels' })).toThrow(
      'there is no pipeline "image-labels"; "pipeline" must be image-classification',
    );
  });

  it('may keep a note under a former name beside the field with the present one', () => {
    expect(read({ ...MANIFEST, task: 'recognise digits' }).model).toBe('digits');
  });
});
