/** Tiny models that embed a picture as its mean colour, or as the mean colours of its quarters. */
import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../support/fixtures.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { GREEN, plain, RED } from '../../support/pictures.ts';
import { bodyOf, post } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';

const PATH = '/predictions/tiny';

function folderOf(file: string, fields: object = {}): string {
  const pipeline = 'image-feature-extraction';
  return modelOf(`tiny-vision/${file}`, { model: 'tiny', pipeline, contracts: ['predictions'], ...fields });
}
const serve = (file: string, fields?: object, options?: object) =>
  quietService({ MODEL_DIRECTORY: folderOf(file, fields) }, options);

const red = await plain(RED, 8, 8).png().toBuffer();
const green = await plain(GREEN, 8, 8).png().toBuffer();
/** A picture with one red and three green quarters. */
const mixed = await plain(GREEN, 8, 8)
  .composite([{ input: await plain(RED, 4, 4).png().toBuffer(), left: 0, top: 0 }])
  .png()
  .toBuffer();
const asPicture = (bytes: Uint8Array, headers = {}) =>
  post(bytes, PATH, { 'content-type': 'image/png', ...headers });
const asJson = (body: object, headers = {}, path = PATH) =>
  post(JSON.stringify(body), path, { 'content-type': 'application/json', ...headers });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5));
/** The embedding that `embeds.onnx` gives a colour. */
const embedded = ({ r, g, b }: typeof RED) => close([r, g, b, r - g].map((value) => value / 255));

const send = await serve('embeds.onnx');

describe('A model of picture embeddings', () => {
  it('gives a picture its embedding', async () => {
    expect(bodyOf(await send(asPicture(red)))).toEqual(embedded(RED));
    expect(bodyOf(await send(asJson({ image: base64(green) })))).toEqual(embedded(GREEN));
  });

  it.each([
    ['the state of the first token', {}, [250, 10, 10]],
    ['their mean', { pooling: 'mean' }, [70, 190, 10]],
    ['a vector of length 1', { normalize: true }, [250, 10, 10].map((value) => value * (255 / 250.3997))],
  ])('pools the states of tokens: %s', async (_, fields, expected) => {
    const pooling = await serve('tokens.onnx', fields);

    expect(bodyOf(await pooling(asPicture(mixed)))).toEqual(close(expected.map((value) => value / 255)));
  });

  it('gives the mean of its members', async () => {
    const input = { scale: 3 / 255 };
    const members = [
      { name: 'one', file: 'model.onnx' },
      { name: 'three', file: 'model.onnx', input },
    ];
    const twice = await serve('embeds.onnx', { members });

    expect(bodyOf(await twice(asPicture(red)))).toEqual(
      close([500, 20, 20, 480].map((value) => value / 255)),
    );
  });

  it('treats the same pictures as the same request, and other pictures as a different one', async () => {
    const caching = await serve('embeds.onnx', {}, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const first = await caching(asPicture(red, id));
    const repeat = await caching(asJson({ images: [base64(red)] }, id));
    const other = await caching(asJson({ images: [base64(red), base64(green)] }, id));

    expect(first.headers['x-subsecond-cache']).toBe('miss');
    expect(repeat.headers['x-subsecond-cache']).toBe('hit');
    expect(bodyOf(repeat)).toEqual([bodyOf(first)]);
    expect(other.status).toBe(422);
  });

  it('gives tensors by the Open Inference Protocol', async () => {
    const elements = Array.from({ length: 2 * 3 * 64 }, (_, index) => (index < 64 ? 1 : 0));
    const inputs = [{ name: 'pixel_values', datatype: 'FP32', shape: [2, 3, 8, 8], data: elements }];

    const response = await send(asJson({ inputs }, {}, '/v2/models/tiny/infer'));

    const [output] = bodyOf(response).outputs as unknown[];
    const data = [1, 0, 0, 1, 0, 0, 0, 0];
    expect(output).toEqual({ name: 'embedding', datatype: 'FP32', shape: [2, 4], data });
  });

  it('explains how similar pictures are', async () => {
    const response = await send(asJson({ images: [base64(red), base64(red)] }, {}, '/explain'));

    const same = [expect.closeTo(1, 5), expect.closeTo(1, 5)];
    expect(bodyOf(response)).toMatchObject({
      prediction: '2 embeddings',
      size: 4,
      similarities: [same, same],
    });
  });
});
