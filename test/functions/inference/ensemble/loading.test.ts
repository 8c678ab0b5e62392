import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findPipeline } from '../../../../functions/inference/pipelines/pipelines.ts';
import { changeManifest } from '../../../support/fixtures.ts';
import { tinyModel } from '../../../support/tiny-model.ts';
import { ensembleIn, TINY_ENSEMBLE } from '../../support/tiny.ts';

const whole = await readFile(path.join(TINY_ENSEMBLE, 'first.onnx'));
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n';

describe('loading an ensemble', () => {
  let folder: string;
  beforeEach(() => {
    folder = tinyModel();
  });

  const file = (name: string) => path.join(folder, name);
  it.each(['ensemble.json', 'second.onnx', 'labels.txt'])('stops without %s and names it', async (name) => {
    await rm(file(name));

    await expect(ensembleIn(folder)).rejects.toThrow(`${file(name)} cannot be read`);
  });

  it.skipIf(process.platform === 'win32').each(['second.onnx', 'labels.txt'])(
    'stops if %s is a symbolic link that leads out of the folder, as for a name with ../',
    async (name) => {
      const elsewhere = `${folder}-elsewhere`;
      await rename(file(name), elsewhere);
      await symlink(elsewhere, file(name));

      await expect(ensembleIn(folder)).rejects.toThrow(`${file(name)} is a symbolic link that leads`);
      await rm(elsewhere);
    },
  );

  it('stops and names a member of which one byte has changed', async () => {
    const bytes = await readFile(file('third.onnx'));
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    await writeFile(file('third.onnx'), bytes);

    await expect(ensembleIn(folder)).rejects.toThrow(`${file('third.onnx')} has SHA-256`);
  });

  it.each([
    ['at the start if nobody waits', false, 1],
    ['only at the first request if a caller waits for the start', true, 0],
  ])('warms up the pipeline %s', async (_, callerWaits, times) => {
    const definition = findPipeline('image-classification')!;
    const { open } = definition;
    const warmUp = vi.fn(async () => {});
    const spied: typeof open = async (...parts) => ({ ...(await open(...parts)), warmUp });
    vi.spyOn(definition, 'open').mockImplementationOnce(spied);

    await ensembleIn(folder, { callerWaits });

    expect(warmUp).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['empty', '', 'is empty'],
    ['cut short', whole.subarray(0, 100), 'is truncated: its 100 bytes end within the model'],
    ['a pointer', POINTER, 'is a Git LFS pointer, not the model: fetch it with git lfs pull'],
    ['no model', 'no model', 'is not an ONNX model'],
  ])('stops and says that a member without a hash is %s', async (_, content, words) => {
    await writeFile(file('first.onnx'), content);
    changeManifest(folder, { members: [{ name: 'first', file: 'first.onnx' }] });

    await expect(ensembleIn(folder)).rejects.toThrow(new RegExp(`first\\.onnx ${words}$`));
  });

  it('says which field of ensemble.json is wrong', async () => {
    changeManifest(folder, { members: [{ name: 'first', file: 'first.onnx', weight: -1 }] });

    await expect(ensembleIn(folder)).rejects.toThrow(`${file('ensemble.json')} is wrong: members.0.weight`);
  });
});
