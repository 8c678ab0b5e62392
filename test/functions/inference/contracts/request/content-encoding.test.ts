/** Compressed request bodies, which every contract accepts. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textModel } from '../../../../support/text-model.ts';
import { jpegOf, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, competitionRequest, post, type TestRequest } from '../../../support/requests.ts';
import { quietService } from '../../../support/tiny.ts';

const colours = await quietService();
const texts = await quietService({
  MODEL_DIRECTORY: textModel('embedding', { contracts: ['openai-embeddings', 'predictions'] }),
});

const PICTURE = { 'content-type': 'image/png' };
const jpeg = await jpegOf(RED);
const picture = await plain(RED).png().toBuffer();
const embedded = JSON.stringify({ model: 'embedding', input: 'hello' });
const zeros = {
  inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1, 8, 8, 3], data: Array(192).fill(9) }],
};
const compressed = (sent: TestRequest, body: Uint8Array, encoding = 'gzip') =>
  post(body, sent.path, { ...sent.headers, 'content-encoding': encoding });

describe('A compressed body', () => {
  it.each([
    ['a picture', colours, post(picture, '/predictions/colours', PICTURE)],
    ['a competition’s JSON', colours, competitionRequest(jpeg, { esun_uuid: 'one' })],
    ['tensors', colours, post(JSON.stringify(zeros), '/v2/models/colours/infer')],
    ['a text', texts, post('hello', '/predictions/embedding', { 'content-type': 'text/plain' })],
    ['texts to embed', texts, post(embedded, '/v1/embeddings')],
  ])('gets the same response as an uncompressed one: %s', async (_, send, sent) => {
    const { esun_uuid, server_uuid, server_timestamp, ...expected } = bodyOf(await send(sent));

    const replies = [
      await send(compressed(sent, gzipSync(sent.body))),
      await send(compressed(sent, deflateSync(sent.body), 'deflate')),
    ];

    for (const reply of replies) expect(bodyOf(reply)).toMatchObject(expected);
  });

  it('may be JSON that is declared as bytes, because API Gateway damages it otherwise', async () => {
    const binary = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };

    const reply = await texts(post(gzipSync(embedded), '/v1/embeddings', binary));

    expect(bodyOf(reply)).toMatchObject({ model: 'embedding' });
    expect(
      (await texts(post(embedded, '/v1/embeddings', { 'content-type': binary['content-type'] }))).status,
    ).toBe(415);
  });

  const bomb = Buffer.alloc(11_000_000);
  it.each([
    [
      'has an encoding that is not accepted',
      'br',
      picture,
      415,
      'must be gzip, deflate, identity, or missing',
    ],
    [
      'is not compressed although it says so',
      'gzip',
      picture,
      400,
      'compressed with gzip, as its content-encoding says',
    ],
    ['inflates to 11 MB', 'gzip', gzipSync(bomb), 413, 'at most 10485760 bytes once it is decompressed'],
    ['inflates to 11 MB from deflate', 'deflate', deflateSync(bomb), 413, 'at most 10485760 bytes'],
  ])('is refused where it %s', async (_, encoding, body, status, detail) => {
    const reply = await colours(compressed(post('', '/predictions/colours', PICTURE), body, encoding));

    expect(bodyOf(reply)).toMatchObject({ status, detail: expect.stringContaining(detail) });
    expect(reply.headers['accept-encoding']).toBe(status === 415 ? 'gzip, deflate, identity' : undefined);
  });
});
