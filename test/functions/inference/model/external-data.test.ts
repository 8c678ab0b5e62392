import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { fingerprint } from '../../../../functions/inference/model/model-file.ts';
import { weightsBeside } from '../../../model-repository/support.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { multiplication } from '../../../support/onnx-graph.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { bodyOf, post } from '../../support/requests.ts';
import { changeManifest, ensembleIn, quietService } from '../../support/tiny.ts';

const fingerprintOf = (folder: string) => fingerprint(folder, readManifest(folder));
const retrain = (folder: string, ...weights: number[]) =>
  writeFileSync(join(folder, 'model.data'), Float32Array.from(weights));

describe('Weights that a graph has in a file which ensemble.json does not name', () => {
  it('are part of what the model is', () => {
    const folder = weightsBeside(newFolder());
    const before = fingerprintOf(folder);

    retrain(folder, 1, 2, 4);
    const retrained = fingerprintOf(folder);
    retrain(folder, 1, 2, 3);

    expect(retrained).not.toBe(before);
    expect(fingerprintOf(folder)).toBe(before);
  });

  it('give a new prediction under the same key once they have changed', async () => {
    const folder = weightsBeside(newFolder());
    await changeManifest(folder, (manifest) => Object.assign(manifest, { contracts: ['predictions'] }));
    const store = new MemoryTable();
    const respond = async () => {
      const send = await quietService({ MODEL_DIRECTORY: folder }, { store, looksUpAlways: true });
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'the-same' };
      const body = JSON.stringify({ inputs: { x: [[1, 1, 1]] } });
      const response = await send(post(body, '/predictions/beside', headers));
      return [response.headers['x-subsecond-cache'], bodyOf(response)];
    };

    expect(await respond()).toEqual(['miss', { y: [[1, 2, 3]] }]);
    retrain(folder, 1, 2, 4);
    expect(await respond()).toEqual(['miss', { y: [[1, 2, 4]] }]);
    expect(await respond()).toEqual(['hit', { y: [[1, 2, 4]] }]);
  });

  it('are named when they are not there', async () => {
    const folder = weightsBeside(newFolder());
    renameSync(join(folder, 'model.data'), join(folder, 'moved.data'));

    await expect(ensembleIn(folder)).rejects.toThrow(`${join(folder, 'model.data')} cannot be read: ENOENT`);
  });

  it.skipIf(process.platform === 'win32')('are no link out of the folder', async () => {
    const [folder, other] = [weightsBeside(newFolder()), newFolder()];
    renameSync(join(folder, 'model.data'), join(other, 'model.data'));
    symlinkSync(join(other, 'model.data'), join(folder, 'model.data'));

    await expect(ensembleIn(folder)).rejects.toThrow('is a symbolic link out of its folder');
  });

  it.each(['../model.data', 'weights/model.data', '..\\model.data', '/model.data', '..'])(
    'lie beside it, not in %s',
    (location) => {
      const folder = weightsBeside(newFolder());
      writeFileSync(join(folder, 'model.onnx'), multiplication('FP32', 3, { location, length: 12 }));

      expect(() => readManifest(folder)).toThrow(`has weights outside of its folder, in ${location}`);
    },
  );

  it('are served beside those that it does name', async () => {
    const folder = weightsBeside(newFolder());
    writeFileSync(join(folder, 'other.data'), 'x');
    const externalData = [{ file: 'other.data' }];
    await changeManifest(folder, ({ members }) => Object.assign(members[0]!, { externalData }));

    const [member] = readManifest(folder).members;

    expect(member?.externalData).toEqual([...externalData, { file: 'model.data' }]);
  });
});
