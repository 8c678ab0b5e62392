import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { fieldsOf, lengthDelimited } from '../../functions/inference/model/protobuf.ts';
import { readSingleFile } from '../../model-repository/onnx/single-file.ts';
import { stranger, temporaryFolder } from './support.ts';

/** A copy of the model whose weights lie in a second file. */
function copyOfColours(): { model: string; weights: string } {
  const folder = temporaryFolder();
  const model = join(folder, 'colours.onnx');
  const weights = `${model}.data`;
  copyFileSync(stranger('colours.onnx'), model);
  copyFileSync(stranger('colours.onnx.data'), weights);
  return { model, weights };
}

describe('A model whose weights lie in a second file', () => {
  it('becomes one file that needs no other', async () => {
    const bytes = await readSingleFile(stranger('colours.onnx'));

    const session = await InferenceSession.create(bytes);

    expect(session.outputNames).toHaveLength(1);
    expect(bytes.length).toBeGreaterThan(
      readFileSync(stranger('colours.onnx')).length +
        readFileSync(stranger('colours.onnx.data')).length -
        2000,
    );
  });

  it('is refused in one line without that file', async () => {
    const folder = temporaryFolder();
    const model = join(folder, 'colours.onnx');
    copyFileSync(stranger('colours.onnx'), model);

    await expect(readSingleFile(model)).rejects.toThrow(
      `${model} keeps its weights in a second file, colours.onnx.data, which is not beside it: copy it there`,
    );
  });

  it('is refused when that file is cut off', async () => {
    const { model, weights } = copyOfColours();
    writeFileSync(weights, readFileSync(weights).subarray(0, 100));

    await expect(readSingleFile(model)).rejects.toThrow(/^colours\.onnx\.data is cut off: it has 100 bytes/);
  });

  it('reads no file outside of its folder', async () => {
    const { model } = copyOfColours();
    const text = readFileSync(model).toString('latin1').replaceAll('colours.onnx.data', '../../etc/passwd.');
    writeFileSync(model, Buffer.from(text, 'latin1'));

    await expect(readSingleFile(model)).rejects.toThrow(/has weights outside of its folder/);
  });
});

describe('A model that is one file', () => {
  it('stays as it is, byte for byte', async () => {
    const bytes = await readSingleFile(stranger('digits-keras.onnx'));

    expect(bytes.equals(readFileSync(stranger('digits-keras.onnx')))).toBe(true);
  });

  it('may also be something else, which is said', async () => {
    await expect(readSingleFile(stranger('make-strangers.py'))).rejects.toThrow(/is no ONNX model$/);
  });

  it('has to be there', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.onnx'));

    await expect(readSingleFile(join(folder, 'absent.onnx'))).rejects.toThrow(/^there is no file /);
    await expect(readSingleFile(join(folder, 'folder.onnx'))).rejects.toThrow(/cannot be read: /);
  });
});

describe('Protocol buffers', () => {
  it.each([0, 1, 127, 128, 16_384, 300_000])('hold a field of %i bytes', (length) => {
    const content = Buffer.alloc(length, 7);

    const [field, ...others] = fieldsOf(Buffer.concat(lengthDelimited(9, [content])));

    expect(others).toEqual([]);
    expect(field).toMatchObject({ number: 9, wireType: 2 });
    expect(field?.content.equals(content)).toBe(true);
  });

  it.each([[[0xff]], [[0x0a, 5, 1]], [[0x0b]], [[0x0d, 1]], [new Array(20).fill(0xff)]])(
    'are not what %j are',
    (bytes) => {
      expect(() => [...fieldsOf(Buffer.from(bytes))]).toThrow(RangeError);
    },
  );
});
