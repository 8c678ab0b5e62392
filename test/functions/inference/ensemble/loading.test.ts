import { createHash } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEnsemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import { copyOfTinyEnsemble } from '../../support/tiny.ts';

describe('loading an ensemble', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await copyOfTinyEnsemble();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = (name: string) => path.join(folder, name);
  async function changeManifest(
    change: (manifest: Record<'labels' | 'input', object> & { members: object[] }) => void,
  ): Promise<void> {
    const manifest = JSON.parse(await readFile(file('ensemble.json'), 'utf8'));
    change(manifest);
    await writeFile(file('ensemble.json'), JSON.stringify(manifest));
  }

  it.each(['ensemble.json', 'second.onnx', 'labels.txt'])(
    'stops and names %s when it is missing',
    async (name) => {
      await rm(file(name));

      await expect(loadEnsemble(folder)).rejects.toThrow(`${file(name)} cannot be read`);
    },
  );

  it('stops and names a member of which one byte has changed', async () => {
    const bytes = await readFile(file('third.onnx'));
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    await writeFile(file('third.onnx'), bytes);

    await expect(loadEnsemble(folder)).rejects.toThrow(`${file('third.onnx')} has SHA-256`);
  });

  it('stops and names a member that is cut short, rather than showing what the runtime makes of it', async () => {
    await truncate(file('first.onnx'), 100);

    await expect(loadEnsemble(folder)).rejects.toThrow(`${file('first.onnx')} has SHA-256`);
  });

  it('stops and names a member that has the right hash but is no model', async () => {
    await writeFile(file('first.onnx'), 'no model');
    const sha256 = createHash('sha256').update('no model').digest('hex');
    await changeManifest(({ members }) => Object.assign(members[0] ?? {}, { sha256 }));

    await expect(loadEnsemble(folder)).rejects.toThrow(`${file('first.onnx')} cannot be loaded`);
  });

  it('stops and names a member that takes pictures of another size', async () => {
    await changeManifest(({ input }) => Object.assign(input, { width: 9 }));

    await expect(loadEnsemble(folder)).rejects.toThrow(
      /\w+\.onnx takes uint8 \[8, 8, 3\] as "pixels" per picture where ensemble.json says uint8 \[8, 9, 3\]/,
    );
  });

  it('stops and names a member that gives another number of labels', async () => {
    const three = '一\n丁\n七\n';
    await writeFile(file('labels.txt'), three);
    const sha256 = createHash('sha256').update(three).digest('hex');
    await changeManifest(({ labels }) => Object.assign(labels, { count: 3, sha256 }));

    await expect(loadEnsemble(folder)).rejects.toThrow('gives float32 [4] as "probabilities" per picture');
  });

  it('stops when the labels are not as many as said', async () => {
    await changeManifest(({ labels }) => Object.assign(labels, { count: 5 }));

    await expect(loadEnsemble(folder)).rejects.toThrow(
      'labels.txt holds 4 labels where ensemble.json says 5',
    );
  });

  it('says which field of ensemble.json is wrong', async () => {
    await changeManifest(({ members }) => Object.assign(members[1] ?? {}, { weight: -1 }));

    await expect(loadEnsemble(folder)).rejects.toThrow(
      `${file('ensemble.json')} is wrong at members.1.weight`,
    );
  });

  it('reads no file outside its folder', async () => {
    await changeManifest(({ members }) => Object.assign(members[0] ?? {}, { file: '../first.onnx' }));

    await expect(loadEnsemble(folder)).rejects.toThrow('is wrong at members.0.file: a plain file name');
  });
});
