import { describe, expect, it } from 'vitest';
import { predictionsClient } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { MAX_PICTURE_BYTES } from '../../../../../functions/inference/problems/gateway-problems.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { DARK, GREEN, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post, request, type TestRequest } from '../../../support/requests.ts';
import { quietService, type Received } from '../../../support/tiny.ts';
import { FILE, form, formType, part, sent } from './bodies.ts';

const PATH = '/predictions/colours';

/** A picture as it is; `headers` go on top. */
function picture(bytes: Buffer, headers: Record<string, string> = {}): TestRequest {
  return post(bytes, PATH, { 'content-type': 'image/jpeg', ...headers });
}

/** Every way to send a picture. */
const WRAPPINGS: Record<string, (bytes: Buffer) => TestRequest> = {
  'the body itself': (bytes) => picture(bytes),
  'a file of a form': (bytes) => sent(form([part(FILE, bytes)]), formType(), PATH),
  'base64 in JSON': (bytes) =>
    sent(JSON.stringify({ image: bytes.toString('base64') }), 'application/json; charset=utf-8', PATH),
};

const read = (response: Received) =>
  predictionsClient('colours').read({ ...response, body: String(response.body) }, 'id');

const send = await quietService();
const red = await plain(RED).jpeg().toBuffer();

describe('contract predictions', () => {
  it('responds to the picture itself with the best labels and their probabilities, best first', async () => {
    const response = await send(picture(red));

    const probabilities = Object.values(bodyOf(response)) as number[];
    expect(response.status).toBe(200);
    expect(Object.keys(bodyOf(response))[0]).toBe('一');
    expect(probabilities).toEqual([...probabilities].sort((one, other) => other - one));
    expect(read(response)).toMatchObject({ prediction: '一' });
  });

  it.each(['image/png', 'Image/JPG; x=1', 'application/octet-stream'])(
    'takes a picture declared as %s',
    async (mediaType) => {
      const png = await plain(GREEN).png().toBuffer();

      expect(read(await send(picture(png, { 'content-type': mediaType })))).toMatchObject({
        prediction: '丁',
      });
    },
  );

  it.each(Object.entries(WRAPPINGS))('takes a picture as %s', async (_, wrap) => {
    expect(read(await send(wrap(red)))).toMatchObject({ prediction: '一' });
  });

  it('says in a header what it responds with where that is none of the labels', async () => {
    const dark = await plain(DARK).jpeg().toBuffer();

    const response = await send(picture(dark));

    expect(response.headers).toMatchObject({ 'x-subsecond-prediction': 'isnull' });
    expect(read(response)).toMatchObject({ prediction: 'isnull' });
  });

  it.each([
    ['media-type', { 'content-type': 'text/plain' }, 415, 'multipart/form-data'],
    ['media-type', { 'content-type': 'nonsense' }, 415, 'application/json'],
    ['media-type', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'image/jpeg'],
    ['invalid-request', { 'idempotency-key': 'x'.repeat(129) }, 400, 'idempotency-key must be length'],
  ])('refuses with problem %s what has headers %j', async (problem, headers, status, told) => {
    const response = await send(picture(red, headers));

    expect(response.status).toBe(status);
    expect(bodyOf(response).type).toBe(`urn:subsecond:problem:${problem}`);
    expect(bodyOf(response).detail).toContain(told);
  });

  it.each([
    ['invalid-request', '{"data": "AAAA"}', 'The JSON must be {"image": "…"}'],
    ['invalid-request', '{"instances": [{"b64": "AAAA"}]}', 'The JSON must be {"image": "…"}'],
    ['invalid-request', '[]', 'The JSON must be {"image": "…"}'],
    ['invalid-base64', '{"image": "data:image/png;base64,AAAA"}', 'no data: prefix'],
    ['not-json', '{"image":', 'JSON'],
  ])('refuses with problem %s the JSON %s', async (problem, body, told) => {
    const details = bodyOf(await send(sent(body, 'application/json', PATH)));

    expect(details).toMatchObject({ type: `urn:subsecond:problem:${problem}`, status: 400 });
    expect(details.detail).toContain(told);
  });

  it.each(Object.entries(WRAPPINGS))(
    'refuses a picture of one byte too many as %s, and says what to do',
    async (_, wrap) => {
      const large = Buffer.concat([red, Buffer.alloc(MAX_PICTURE_BYTES + 1 - red.length)]);

      const most = await send(wrap(large.subarray(0, -1)));
      const more = await send(wrap(large));

      expect([most.status, more.status]).toEqual([200, 413]);
      expect(bodyOf(more).detail).toBe(
        'The image has 4500001 bytes. A picture may have at most 4500000 bytes: send a smaller one, for example ' +
          '2000 pixels wide; on one machine, npm start -- --max-body <MB> sets the limit.',
      );
    },
  );

  it('caches under the header Idempotency-Key, apart from the ids of other contracts, and nothing else', async () => {
    const caching = await quietService({}, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'id-1' };
    const outcome = async (requested: TestRequest) => (await caching(requested)).headers['x-subsecond-cache'];

    const outcomes = [
      await outcome(picture(red, id)),
      await outcome(picture(red, id)),
      await outcome(picture(red)),
      await outcome(picture(red, { 'x-request-id': 'id-1' })),
    ];
    const green = await plain(GREEN).jpeg().toBuffer();
    const conflict = await caching(picture(green, id));
    const body = JSON.stringify({ esun_uuid: 'id-1', esun_timestamp: 1, image: red.toString('base64') });
    const other = await caching(post(body));

    expect(outcomes).toEqual(['miss', 'hit', 'off', 'off']);
    expect(conflict.status).toBe(422);
    expect(other.headers).toMatchObject({ 'x-subsecond-cache': 'miss' });
    expect(bodyOf(other).answer).toBe('一');
  });

  it('takes the same picture for the same request, however it is wrapped', async () => {
    const caching = await quietService({}, { store: new MemoryTable() });

    const outcomes: unknown[] = [];
    for (const wrap of Object.values(WRAPPINGS)) {
      const { body, headers } = wrap(red);
      const requested = post(body, PATH, { ...headers, 'idempotency-key': 'id-1' });
      outcomes.push((await caching(requested)).headers['x-subsecond-cache']);
    }

    expect(outcomes).toEqual(['miss', 'hit', 'hit']);
  });

  it.each([
    ['[0.5, 0.5]', {}],
    ['{}', {}],
    ['{"a": "likely"}', {}],
    ['{"a": 1}', { 'x-subsecond-prediction': '%' }],
  ])('takes %s with headers %j for no response', (body, headers) => {
    const reply = predictionsClient('colours').read({ status: 200, headers, body }, 'id');

    expect(reply).toMatchObject({ error: expect.any(String), fault: 'malformed' });
  });

  it.each([
    ['/predictions/color', 'There is no model "color"; there is "colours", "words".'],
    ['/predictions', 'There is no model ""; there is "colours", "words".'],
    ['/predictions/words', 'There is nothing at this path; see /models/words/docs for what there is.'],
    ['/predictions/colours/2', 'There is nothing at this path; see /docs for what there is.'],
  ])('says at %s which models there are, or where they are', async (path, detail) => {
    const models = ['colours', 'words'].map((name) => ({ name, version: '1', title: name }));
    const oneOfTwo = await quietService({ SERVICE_MODELS: JSON.stringify(models) });

    const response = await oneOfTwo(request('POST', path));

    expect(bodyOf(response)).toMatchObject({ status: 404, detail });
  });
});
