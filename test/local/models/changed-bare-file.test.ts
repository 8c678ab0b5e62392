import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readManifest } from '../../../functions/inference/model/manifest.ts';
import { fingerprint } from '../../../functions/inference/model/model-file.ts';
import { serveBareModel } from '../../../model-repository/find-model.ts';
import type { ModelOptions } from '../../../model-repository/make/model-options.ts';
import { fixture } from '../../support/fixtures.ts';
import { newFolder } from '../../support/new-folder.ts';

const DIGITS = readFileSync(fixture('strangers/digits-keras.onnx'));
/** The same file with one changed weight. */
const CHANGED = Buffer.from(DIGITS);
CHANGED.writeFloatLE(9, DIGITS.length >> 1);

it('A bare file that changes, or is served with other options, gets a new version, so that a key gives no stale response', async () => {
  const folder = newFolder();
  const file = join(folder, 'changing.onnx');
  /** Makes the folder as `npm start` does. The cache repeats a response only while the model's fingerprint is the same. */
  const served = async (content: Buffer, options: ModelOptions) => {
    writeFileSync(file, content);
    const directory = await serveBareModel(file, folder, options);
    const manifest = readManifest(directory);
    return { version: manifest.version, fingerprint: fingerprint(directory, manifest) };
  };

  const first = await served(DIGITS, {});
  const others = [await served(CHANGED, {}), await served(DIGITS, { mean: 0.5 })];

  expect(first.version).toMatch(/^[0-9a-f]{12}$/);
  for (const other of others) {
    expect(other.version).not.toBe(first.version);
    expect(other.fingerprint).not.toBe(first.fingerprint);
  }
  expect(await served(DIGITS, {}), 'the former file gets the former version').toEqual(first);
});
