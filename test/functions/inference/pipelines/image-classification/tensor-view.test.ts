import { describe, expect, it } from 'vitest';
import { binaryRequest } from '../../../../support/open-inference-client.ts';
import { jpegOf, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post, request, type TestRequest } from '../../../support/requests.ts';
import { changeManifest, copyOfTinyEnsemble, quietService, type Received } from '../../../support/tiny.ts';

const PATH = '/v2/models/colours/infer';
const PIXELS = Array.from({ length: 8 * 8 * 3 }, (_, index) => [250, 10, 10][index % 3]);

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data: unknown[];
}

const send = await quietService();
const infer = (body: object) => send(post(JSON.stringify(body), PATH));
const PLACE = { name: 'pixels', datatype: 'UINT8', shape: [1, 8, 8, 3], data: PIXELS };
const pixels = (changes: object = {}) => ({ ...PLACE, ...changes });
const outputsOf = (response: Received) => bodyOf(response).outputs as Output[];

/** A request with picture files as binary data. */
function filesAs(name: string, files: readonly Uint8Array[]): TestRequest {
  const inputs = [{ name, datatype: 'BYTES', shape: [files.length], values: files }];
  const { headers, body } = binaryRequest({ inputs });
  return post(body, PATH, headers);
}

describe('a model of pictures by the Open Inference Protocol', () => {
  it('gives what its metadata promise, name, datatype and shape', async () => {
    const metadata = bodyOf(await send(request('GET', '/v2/models/colours')));

    const outputs = outputsOf(await infer({ inputs: [pixels()] }));

    expect(metadata.inputs).toEqual([{ name: 'pixels', datatype: 'UINT8', shape: [-1, 8, 8, 3] }]);
    expect(
      outputs.map(({ data: _, ...place }) => ({ ...place, shape: [-1, ...place.shape.slice(1)] })),
    ).toEqual(metadata.outputs);
    expect(Object.fromEntries(outputs.map(({ name, data }) => [name, data[0]]))).toMatchObject({
      label: '一',
      ranking: '一',
    });
  });

  it('takes a picture file instead of its tensor, under either name', async () => {
    const file = Buffer.from(await jpegOf(RED), 'base64');

    for (const name of ['pixels', 'picture']) {
      expect(outputsOf(await send(filesAs(name, [file])))[0]).toMatchObject({ name: 'label', data: ['一'] });
    }
  });

  it('gives each of several pictures the result that it gets alone, as tensors and as files', async () => {
    const colours = [
      [250, 10, 10],
      [10, 250, 10],
      [10, 10, 250],
    ];
    const tensorOf = (rgb: number[]) => Array.from({ length: 8 * 8 }, () => rgb).flat();
    const alone = await Promise.all(
      colours.map(async (rgb) =>
        outputsOf(await infer({ inputs: [pixels({ data: tensorOf(rgb) })] })).map(({ data }) => data),
      ),
    );
    const files = colours.map(([r = 0, g = 0, b = 0]) => plain({ r, g, b }).png().toBuffer());

    const tensors = outputsOf(
      await infer({ inputs: [pixels({ shape: [3, 8, 8, 3], data: colours.flatMap(tensorOf) })] }),
    );
    const ofFiles = outputsOf(await send(filesAs('picture', await Promise.all(files))));

    for (const [place, { name, data }] of tensors.entries()) {
      expect({ name, data }).toEqual({ name, data: alone.flatMap((outputs) => outputs[place]) });
    }
    expect(new Set(tensors[0]?.data).size).toBeGreaterThan(1);
    expect(tensors.map(({ shape }) => shape)).toEqual([[3], [3], [3, 4], [3, 4]]);
    expect(ofFiles.slice(0, 3)).toEqual(tensors.slice(0, 3));
  });

  it('refuses files that have more pixels together than one picture may', async () => {
    const folder = await copyOfTinyEnsemble();
    await changeManifest(folder, (manifest) =>
      Object.assign(manifest, { input: { ...manifest.input, maxPixels: 300 } }),
    );
    const small = await quietService({ MODEL_DIRECTORY: folder });
    const file = Buffer.from(await jpegOf(RED), 'base64');

    const response = await small(filesAs('picture', Array(5).fill(file)));

    expect(response.status).toBe(422);
    expect(bodyOf(response).error).toContain('pixels together; at most 300');
  });

  it.each([
    ['of another shape', { shape: [1, 8, 24], data: PIXELS }, 'must be UINT8 [-1, 8, 8, 3], or BYTES [-1]'],
    ['of another datatype', { datatype: 'INT32' }, 'not INT32 [1, 8, 8, 3]'],
    ['of no picture', { shape: [0, 8, 8, 3], data: [] }, 'must have 1 to 64 pictures, not 0'],
    ['of too many files', { datatype: 'BYTES', shape: [65], data: Array(65).fill('a') }, 'not 65'],
    ['of another name', { name: 'image' }, 'The input is "pixels", and no other; there is "image"'],
  ])('refuses a tensor %s', async (_, changes, words) => {
    const response = await infer({ inputs: [pixels(changes)] });

    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toContain(words);
  });

  it('explains such a request, a picture with a damaged one refused', async () => {
    const png = await plain(RED).png().toBuffer();
    const folder = await copyOfTinyEnsemble();
    await changeManifest(folder, (manifest) => Object.assign(manifest, { contracts: [] }));
    const bare = await quietService({ MODEL_DIRECTORY: folder });
    const explain = (bytes: Buffer) => {
      const data = [bytes.toString('latin1')];
      const body = JSON.stringify({ inputs: [{ name: 'picture', datatype: 'BYTES', shape: [1], data }] });
      return bare(post(body, '/explain'));
    };
    const body = JSON.stringify({ inputs: [pixels()] });

    const explanation = bodyOf(await bare(post(body, '/explain')));

    expect(explanation).toMatchObject({ prediction: '一', reply: { model_name: 'colours' } });
    expect((await explain(png.subarray(0, 60))).status).toBe(415);
  });
});
