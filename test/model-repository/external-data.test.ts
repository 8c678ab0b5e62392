import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../functions/inference/model/protobuf.ts';
import { folderWith } from '../support/fixtures.ts';
import { newFolder } from '../support/new-folder.ts';
import { add, bytesOf, made, OUTSIDE, stranger } from './support.ts';

const COLOURS = {
  'colours.onnx': 'strangers/colours.onnx',
  'colours.onnx.data': 'strangers/colours.onnx.data',
};

describe('A model with weights in a second file', () => {
  it('becomes a member with both files, and their hashes; members may share it', async () => {
    const folder = folderWith({ ...COLOURS, 'other.onnx': COLOURS['colours.onnx'] });

    const { directory, manifest } = await made(join(folder, 'colours.onnx'), join(folder, 'other.onnx'));

    expect(readdirSync(directory).sort()).toEqual([
      ...Object.keys(COLOURS),
      'ensemble.json',
      'labels.txt',
      'other.onnx',
      'samples',
    ]);
    const externalData = [{ file: 'colours.onnx.data', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }];
    expect(manifest.members).toMatchObject([{ externalData }, { externalData }]);
  });

  it('is deleted with both files when another model replaces it', async () => {
    const into = newFolder();
    await add(stranger('colours.onnx'), '--into', into);

    await add(stranger('digits-keras.onnx'), '--into', into, '--name', 'colours', '--force');

    const files = ['digits-keras.onnx', 'ensemble.json', 'labels.txt', 'samples'];
    expect(readdirSync(join(into, 'colours')).sort()).toEqual(files);
  });

  it.each([
    ['without that file', {}, /in a second file, model\.data, which is not in its folder: copy it there$/],
    [
      'when that file is cut off',
      { 'model.data': bytesOf(1) },
      /model\.onnx cannot be loaded: .*External initializer: weights offset: 0 size to read: 12 given file_length: 4 /,
    ],
  ])('is refused %s', async (_, files, message) => {
    await expect(made(folderWith({ 'model.onnx': OUTSIDE, ...files }))).rejects.toThrow(message);
  });

  it('is refused beside a model whose second file has the same name', async () => {
    const models = [1, 2].map((weight) => {
      const name = `model-${weight}.onnx`;
      return join(folderWith({ [name]: OUTSIDE, 'model.data': bytesOf(weight, 2, 3) }), name);
    });

    await expect(made(...models)).rejects.toThrow(
      /model-2\.onnx keeps its weights in model\.data, as another member does/,
    );
  });
});

it('a model that does not exist or is a folder is refused', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'folder.onnx'));

  await expect(add(join(folder, 'absent.onnx'))).rejects.toThrow(/^there is no file /);
  await expect(add(join(folder, 'folder.onnx'), '--into', folder)).rejects.toThrow(/cannot be read: /);
});

it.each([[[0xff]], [[0x0a, 5, 1]], [[0x0b]], [[0x0d, 1]], [new Array(20).fill(0xff)]])(
  '%j are not protocol buffers',
  (bytes) => {
    expect(() => [...fieldsOf(Buffer.from(bytes))]).toThrow(RangeError);
  },
);
