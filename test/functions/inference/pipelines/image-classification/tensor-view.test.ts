import { describe, expect, it } from 'vitest';
import { binaryRequest } from '../../../../support/open-inference-client.ts';
import { tinyModel } from '../../../../support/tiny-model.ts';
import { GREEN, jpegOf, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post, request, type TestRequest } from '../../../support/requests.ts';
import { quietService, type Received } from '../../../support/tiny.ts';

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

/** A service of the tiny ensemble with a changed manifest. */
const changed = (...fields: Parameters<typeof tinyModel>) =>
  quietService({ MODEL_DIRECTORY: tinyModel(...fields) });

/** A request that carries picture files as binary data. */
function filesAs(name: string, files: readonly Uint8Array[]): TestRequest {
  const inputs = [{ name, datatype: 'BYTES', shape: [files.length], values: files }];
  const { headers, body } = binaryRequest({ inputs });
  return post(body, PATH, headers);
}

describe('a model of pictures by the Open Inference Protocol', () => {
  it('returns outputs with the names, datatypes and shapes of its metadata', async () => {
    const metadata = bodyOf(await send(request('GET', '/v2/models/colours')));

    const outputs = outputsOf(await infer({ inputs: [pixels()] }));

    expect(metadata.inputs).toEqual([{ name: 'pixels', datatype: 'UINT8', shape: [-1, 8, 8, 3] }]);
    const described = outputs.map(({ data: _, ...output }) => ({
      ...output,
      shape: [-1, ...output.shape.slice(1)],
    }));
    expect(described).toEqual(metadata.outputs);
    const first = Object.fromEntries(outputs.map(({ name, data }) => [name, data[0]]));
    expect(first).toMatchObject({ label: '一', ranking: '一' });
  });

  it('accepts a picture file instead of its tensor, under either name', async () => {
    const file = Buffer.from(await jpegOf(RED), 'base64');

    for (const name of ['pixels', 'picture']) {
      expect(outputsOf(await send(filesAs(name, [file])))[0]).toMatchObject({ name: 'label', data: ['一'] });
    }
  });

  it('gives each of several pictures the result that it gets alone, as tensors and as files', async () => {
    const colours = [RED, GREEN, { r: 10, g: 10, b: 250 }];
    const tensorOf = ({ r, g, b }: typeof RED) => Array.from({ length: 8 * 8 }, () => [r, g, b]).flat();
    const outputsFor = async (changes: object) => outputsOf(await infer({ inputs: [pixels(changes)] }));
    const alone = await Promise.all(colours.map((colour) => outputsFor({ data: tensorOf(colour) })));
    const files = await Promise.all(colours.map((colour) => plain(colour).png().toBuffer()));

    const tensors = await outputsFor({ shape: [3, 8, 8, 3], data: colours.flatMap(tensorOf) });
    const ofFiles = outputsOf(await send(filesAs('picture', files)));

    for (const [index, { name, data }] of tensors.entries()) {
      expect({ name, data }).toEqual({ name, data: alone.flatMap((outputs) => outputs[index]!.data) });
    }
    expect(tensors[0]?.data).toEqual(['一', '丁', '七']);
    expect(tensors.map(({ shape }) => shape)).toEqual([[3], [3], [3, 4], [3, 4]]);
    expect(ofFiles.slice(0, 3)).toEqual(tensors.slice(0, 3));
  });

  it('refuses files with more pixels together than one picture may have', async () => {
    const small = await changed(({ input }) => ({ input: { ...(input as object), maxPixels: 300 } }));
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
    ['with another name', { name: 'image' }, 'The only input is "pixels"; the request has "image"'],
  ])('refuses a tensor %s', async (_, changes, words) => {
    const response = await infer({ inputs: [pixels(changes)] });

    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toContain(words);
  });

  it('explains a request with a tensor, and refuses one with a damaged picture', async () => {
    const png = await plain(RED).png().toBuffer();
    const bare = await changed({ contracts: [] });
    const explain = (input: object) => bare(post(JSON.stringify({ inputs: [input] }), '/explain'));
    const damaged = png.toString('latin1', 0, 60);

    const explanation = bodyOf(await explain(pixels()));
    const refused = await explain({ name: 'picture', datatype: 'BYTES', shape: [1], data: [damaged] });

    expect(explanation).toMatchObject({ prediction: '一', reply: { model_name: 'colours' } });
    expect(refused.status).toBe(415);
  });
});
