import { beforeAll, describe, expect, it } from 'vitest';
import { jpegOf, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post, request } from '../../../support/requests.ts';
import { type Ask, changeManifest, copyOfTinyEnsemble, quietService } from '../../../support/tiny.ts';

const PATH = '/v2/models/colours/infer';
const PIXELS = Array.from({ length: 8 * 8 * 3 }, (_, index) => [250, 10, 10][index % 3]);

interface Output {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data: unknown[];
}

describe('a task of pictures by the Open Inference Protocol', () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await quietService();
  });
  const infer = (body: object) => ask(post(JSON.stringify(body), PATH));
  const pixels = (changes: object = {}) => ({
    name: 'pixels',
    datatype: 'UINT8',
    shape: [1, 8, 8, 3],
    data: PIXELS,
    ...changes,
  });

  it('gives what its metadata promise, name, datatype and shape', async () => {
    const metadata = bodyOf(await ask(request('GET', '/v2/models/colours')));

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
      const body = Buffer.concat([header, length, file]);
      const headers = { 'inference-header-content-length': String(header.length) };

      const response = await ask(post(body, PATH, headers));

      expect((bodyOf(response).outputs as Output[])[0]?.data).toEqual(['一']);
    }
  });

  it('asks every member only where the probability of every label is asked for', async () => {
    const folder = await copyOfTinyEnsemble();
    await changeManifest(folder, ({ members }) => {
      for (const member of members) Object.assign(member, { weight: 1 });
    });
    const agreeing = await quietService({ MODEL_DIRECTORY: folder });
    const asked = async (...names: string[]) => {
      const body = JSON.stringify({ inputs: [pixels()], outputs: names.map((name) => ({ name })) });
      return (await agreeing(post(body, PATH))).headers['x-subsecond-members'];
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

    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toContain(words);
  });

  it('explains such a question, a picture with a damaged one refused', async () => {
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

    expect(explanation).toMatchObject({ answer: '一', reply: { model_name: 'colours' } });
    expect((await explain(png.subarray(0, 60))).status).toBe(415);
  });
});
