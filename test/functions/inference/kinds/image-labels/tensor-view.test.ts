import { beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '../../../../../functions/inference/service/handler.ts';
import { bodyOf, CONTEXT, event } from '../../../support/events.ts';
import { jpegOf, plain, RED } from '../../../support/pictures.ts';
import { changeManifest, copyOfTinyEnsemble, quietHandler } from '../../../support/tiny.ts';

const PATH = '/v2/models/colours/infer';
const PIXELS = Array.from({ length: 8 * 8 * 3 }, (_, index) => [250, 10, 10][index % 3]);

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data: unknown[];
}

describe('a task of pictures by the Open Inference Protocol', () => {
  let handler: Handler;
  beforeAll(async () => {
    handler = await quietHandler();
  });
  const infer = (body: object, headers = {}) =>
    handler(event('POST', PATH, { body: JSON.stringify(body), headers }), CONTEXT);
  const pixels = (changes: object = {}) => ({
    name: 'pixels',
    datatype: 'UINT8',
    shape: [1, 8, 8, 3],
    data: PIXELS,
    ...changes,
  });

  it('gives what its metadata promise, name, datatype and shape', async () => {
    const metadata = bodyOf(await handler(event('GET', '/v2/models/colours'), CONTEXT));

    const outputs = bodyOf(await infer({ inputs: [pixels()] })).outputs as Output[];

    expect(metadata.inputs).toEqual([{ name: 'pixels', datatype: 'UINT8', shape: [1, 8, 8, 3] }]);
    expect(outputs.map(({ data: _, ...place }) => place)).toEqual(metadata.outputs);
    expect(Object.fromEntries(outputs.map(({ name, data }) => [name, data[0]]))).toMatchObject({
      label: '一',
      ranking: '一',
    });
  });

  it('takes a picture file instead of its tensor, under either name', async () => {
    const file = Buffer.from(await jpegOf(RED), 'base64');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(file.length);
    for (const name of ['pixels', 'picture']) {
      const parameters = { binary_data_size: 4 + file.length };
      const inputs = [{ name, datatype: 'BYTES', shape: [1], parameters }];
      const header = Buffer.from(JSON.stringify({ inputs, outputs: [{ name: 'label' }] }));
      const body = Buffer.concat([header, length, file]).toString('base64');
      const headers = { 'inference-header-content-length': String(header.length) };

      const response = await handler(event('POST', PATH, { body, isBase64Encoded: true, headers }), CONTEXT);

      expect((bodyOf(response).outputs as Output[])[0]?.data).toEqual(['一']);
    }
  });

  it('asks every member only where the probability of every label is asked for', async () => {
    const folder = await copyOfTinyEnsemble();
    await changeManifest(folder, ({ members }) => {
      for (const member of members) Object.assign(member, { weight: 1 });
    });
    const agreeing = await quietHandler({ MODEL_DIRECTORY: folder });
    const asked = async (...names: string[]) => {
      const body = JSON.stringify({ inputs: [pixels()], outputs: names.map((name) => ({ name })) });
      return (await agreeing(event('POST', PATH, { body }), CONTEXT)).headers?.['x-subsecond-members'];
    };

    expect(await asked('label')).toBe('2/3; decided');
    expect(await asked('probabilities')).toBe('3/3');
  });

  it.each([
    ['of another shape', { shape: [1, 8, 24], data: PIXELS }, 'must be UINT8 [1, 8, 8, 3], or BYTES [1]'],
    ['of another datatype', { datatype: 'INT32' }, 'not INT32 [1, 8, 8, 3]'],
    ['of another name', { name: 'image' }, 'The input is "pixels", and no other; there is "image"'],
  ])('refuses a tensor %s', async (_, changes, words) => {
    const response = await infer({ inputs: [pixels(changes)] });

    expect(response.statusCode).toBe(400);
    expect(bodyOf(response).error).toContain(words);
  });

  it('says what is not there, in the protocol’s own form', async () => {
    const get = async (path: string) => bodyOf(await handler(event('GET', path), CONTEXT));

    expect(await get('/v2/models/others')).toEqual({
      error: 'There is no model "others"; there is "colours".',
    });
    expect(await get('/v2/models/colours/versions/9')).toEqual({
      error: 'The model "colours" has no version "9"; it has "tiny-1".',
    });
    expect(await get('/v20')).toHaveProperty('type');
  });

  it('explains such a question, a picture with a damaged one refused', async () => {
    const png = await plain(RED).png().toBuffer();
    const folder = await copyOfTinyEnsemble();
    await changeManifest(folder, (manifest) => Object.assign(manifest, { contracts: [] }));
    const bare = await quietHandler({ MODEL_DIRECTORY: folder });
    const ask = (bytes: Buffer) => {
      const data = [bytes.toString('latin1')];
      const body = JSON.stringify({ inputs: [{ name: 'picture', datatype: 'BYTES', shape: [1], data }] });
      return bare(event('POST', '/explain', { body }), CONTEXT);
    };
    const body = JSON.stringify({ inputs: [pixels()] });

    const explanation = bodyOf(await bare(event('POST', '/explain', { body }), CONTEXT));

    expect(explanation).toMatchObject({ answer: '一', reply: { model_name: 'colours' } });
    expect((await ask(png.subarray(0, 60))).statusCode).toBe(415);
  });
});
