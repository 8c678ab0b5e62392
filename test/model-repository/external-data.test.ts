import { copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../functions/inference/model/protobuf.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { add, made, stranger } from './support.ts';

const COLOURS = ['colours.onnx', 'colours.onnx.data'];

/** A folder with a copy of a model whose weights are in a second file. */
function copyOfColours(): string {
  const folder = newFolder();
  for (const file of COLOURS) copyFileSync(stranger(file), join(folder, file));
  return folder;
}

describe('A model with weights in a second file', () => {
  it('becomes a member with both files, and their hashes; members may share it', async () => {
    const folder = copyOfColours();
    cpSync(join(folder, 'colours.onnx'), join(folder, 'other.onnx'));

    const { directory, manifest } = await made(join(folder, 'colours.onnx'), join(folder, 'other.onnx'));

    expect(readdirSync(directory).sort()).toEqual([
      ...COLOURS,
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
    await add(join(copyOfColours(), 'colours.onnx'), '--into', into);

    await add(stranger('digits-keras.onnx'), '--into', into, '--name', 'colours', '--force');

    const files = ['digits-keras.onnx', 'ensemble.json', 'labels.txt', 'samples'];
    expect(readdirSync(join(into, 'colours')).sort()).toEqual(files);
  });

  it.each([
    ['without that file', [], /in a second file, model\.data, which is not in its folder: copy it there$/],
    [
      'when that file is cut off',
      ['model.data'],
      /model\.onnx has weights in a second file that is truncated: "weights" ends at byte 12 of it, and it has 4$/,
    ],
  ])('is refused %s', async (_, files, message) => {
    const model = join(newFolder(), 'model.onnx');
    for (const file of files) writeFileSync(join(model, '..', file), Float32Array.of(1));
    writeFileSync(model, multiplication('FP32', 3, { location: 'model.data', length: 12 }));

    await expect(made(model)).rejects.toThrow(message);
  });

  it('is refused beside another whose second file has the same name', async () => {
    const models = [1, 2].map((weight) => {
      const model = join(newFolder(), `model-${weight}.onnx`);
      writeFileSync(model, multiplication('FP32', 3, { location: 'model.data', length: 12 }));
      writeFileSync(join(model, '..', 'model.data'), Float32Array.of(weight, 2, 3));
      return model;
    });

    await expect(made(...models)).rejects.toThrow(
      /model-2\.onnx keeps its weights in model\.data, as another member does/,
    );
  });
});

it('a model must exist, and so must a file', async () => {
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
