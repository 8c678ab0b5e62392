import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { fingerprint } from '../../../../functions/inference/model/model-file.ts';
import { weightsBeside } from '../../../model-repository/support.ts';
import { changeManifest } from '../../../support/fixtures.ts';
import { multiplication } from '../../../support/onnx-graph.ts';
import { ensembleIn } from '../../support/tiny.ts';

const fingerprintOf = (folder: string) => fingerprint(folder, readManifest(folder));
const retrain = (folder: string, ...weights: number[]) =>
  writeFileSync(join(folder, 'model.data'), Float32Array.from(weights));

const changeMember = (folder: string, fields: object) =>
  changeManifest(folder, ({ members: [member] }) => ({ members: [{ ...member, ...fields }] }));

describe('Weights of a graph in a second file', () => {
  it('change the model’s fingerprint, although ensemble.json does not name them', () => {
    const folder = weightsBeside();
    const before = fingerprintOf(folder);

    retrain(folder, 1, 2, 4);
    const retrained = fingerprintOf(folder);
    retrain(folder, 1, 2, 3);

    expect(retrained).not.toBe(before);
    expect(fingerprintOf(folder)).toBe(before);
  });

  const elsewhere = ['../model.data', 'weights/model.data', '..\\model.data', '/model.data', '..'];
  it.each(elsewhere)('are in the same folder, not in %s', (location) => {
    const folder = weightsBeside();
    writeFileSync(join(folder, 'model.onnx'), multiplication('FP32', 3, { location, length: 12 }));

    expect(() => readManifest(folder)).toThrow(`has weights outside of its folder, in ${location}`);
  });

  it('stop the start if a byte has changed and ensemble.json has their hash', async () => {
    const folder = weightsBeside();
    const sha256 = hash('sha256', readFileSync(join(folder, 'model.data')));
    changeMember(folder, { externalData: [{ file: 'model.data', sha256 }] });
    await expect(ensembleIn(folder)).resolves.toBeDefined();

    retrain(folder, 1, 2, 4);

    await expect(ensembleIn(folder)).rejects.toThrow(`${join(folder, 'model.data')} has SHA-256`);
  });

  const OUTSIDE = [{ file: '../model.onnx' }, { externalData: [{ file: '../model.data' }] }];
  it.each(OUTSIDE)('are found only in the graph’s folder: %j', async (fields) => {
    const folder = weightsBeside();
    changeMember(folder, fields);

    await expect(ensembleIn(folder)).rejects.toThrow('file: must be a plain file name');
  });

  it('are added to the files that ensemble.json names', async () => {
    const folder = weightsBeside();
    writeFileSync(join(folder, 'other.data'), 'x');
    const externalData = [{ file: 'other.data' }];
    changeMember(folder, { externalData });

    const [member] = readManifest(folder).members;

    expect(member?.externalData).toEqual([...externalData, { file: 'model.data' }]);
  });
});
