import { hash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { STRANGERS } from '../../../model-repository/support.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { changeManifest, ensembleIn } from '../../support/tiny.ts';

const WEIGHTS = 'colours.onnx.data';

describe('a member whose weights lie in a file beside it', () => {
  let folder: string;
  beforeEach(async () => {
    folder = newFolder();
    for (const file of ['colours.onnx', WEIGHTS]) await copyFile(path.join(STRANGERS, file), place(file));
    const externalData = [await named(WEIGHTS)];
    const members = await Promise.all(
      ['one', 'other'].map(async (name) => ({ name, ...(await named('colours.onnx')), externalData })),
    );
    await writeFile(
      place('ensemble.json'),
      JSON.stringify({ model: 'colours', pipeline: 'tensor', members }),
    );
  });

  const place = (name: string) => path.join(folder, name);
  const named = async (file: string) => ({ file, sha256: hash('sha256', await readFile(place(file))) });

  it('is never served from once a byte of them has changed', async () => {
    const bytes = await readFile(place(WEIGHTS));
    bytes[100]! ^= 1;
    await writeFile(place(WEIGHTS), bytes);

    await expect(ensembleIn(folder)).rejects.toThrow(`${place(WEIGHTS)} has SHA-256`);
  });

  it.each([
    ['graph', { file: '../colours.onnx' }],
    ['weights', { externalData: [{ file: `../${WEIGHTS}` }] }],
  ])('has its %s in its folder and nowhere else', async (_, fields) => {
    await changeManifest(folder, ({ members }) => Object.assign(members[0]!, fields));

    await expect(ensembleIn(folder)).rejects.toThrow('file: a plain file name');
  });
});
