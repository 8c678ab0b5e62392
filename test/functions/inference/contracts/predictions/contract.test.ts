import { describe, expect, it } from 'vitest';
import { predictionsOutline } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { DARK, GREEN, plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post, request, type TestRequest } from '../../../support/requests.ts';
import { cacheOutcomes, quietService, type Received } from '../../../support/tiny.ts';
import { dataUri, FILE, form, formType, part, sent } from './bodies.ts';

const PATH = '/predictions/colours';

/** A request whose body is the picture itself. */
function picture(bytes: Buffer, headers: Record<string, string> = {}): TestRequest {
  return post(bytes, PATH, { 'content-type': 'image/jpeg', ...headers });
}

/** Every way to send a picture. */
const WRAPPINGS: Record<string, (bytes: Buffer) => TestRequest> = {
  'the body itself': (bytes) => picture(bytes),
  'a file of a form': (bytes) => sent(form([part(FILE, bytes)]), formType()),
  'base64 in JSON': (bytes) =>
    sent(JSON.stringify({ image: bytes.toString('base64') }), 'application/json; charset=utf-8'),
  'a data: URI in JSON': (bytes) => sent(JSON.stringify({ image: dataUri(bytes) }), 'application/json'),
};

const read = (response: Received) =>
  predictionsOutline.client('colours').read({ ...response, body: String(response.body) }, 'id');

const send = await quietService();
const red = await plain(RED).jpeg().toBuffer();
const green = await plain(GREEN).png().toBuffer();

describe('contract predictions', () => {
  it('responds to a picture with the best labels and their probabilities, best first', async () => {
    const response = await send(picture(red));

    const probabilities = Object.values(bodyOf(response)) as number[];
    expect(response.status).toBe(200);
    expect(Object.keys(bodyOf(response))[0]).toBe('一');
    expect(probabilities).toEqual([...probabilities].sort((one, other) => other - one));
    // Other servers send the prediction in the body alone, so the client must not depend on the header.
    for (const headers of [response.headers, {}]) {
      expect(read({ ...response, headers })).toMatchObject({ prediction: '一' });
    }
  });

  it.each(['POST', 'PUT'])(
    'takes %s, as curl -T sends it without a media type, and a version',
    async (method) => {
      for (const path of [PATH, `${PATH}/tiny-1`]) {
        const response = await send(request(method, path, { headers: {}, body: red }));

        expect(read(response)).toMatchObject({ prediction: '一' });
      }
      const refused = await send(request('GET', PATH, { headers: {} }));
      expect(bodyOf(refused).detail).toBe('This address accepts POST, PUT.');
    },
  );

  const types = ['image/png', 'Image/JPG; x=1', 'application/octet-stream'];
  it.each(types)('takes a picture declared as %s', async (mediaType) => {
    const response = await send(picture(green, { 'content-type': mediaType }));

    expect(read(response)).toMatchObject({ prediction: '丁' });
  });

  it('names the reject label in a header', async () => {
    const response = await send(picture(await plain(DARK).jpeg().toBuffer()));

    expect(response.headers).toMatchObject({ 'x-subsecond-prediction': 'isnull' });
    expect(read(response)).toMatchObject({ prediction: 'isnull' });
  });

  const json = (body: string) => sent(body, 'application/json');
  const longKey = picture(red, { 'idempotency-key': 'x'.repeat(256) });
  it.each<[string, TestRequest, number, string]>([
    ['media-type', sent(red, 'text/plain'), 415, 'multipart/form-data'],
    ['media-type', sent(red, 'nonsense'), 415, 'application/json'],
    ['media-type', sent(red, 'application/x-www-form-urlencoded'), 415, 'image/jpeg'],
    ['invalid-request', longKey, 400, 'idempotency-key must have a length'],
    ['invalid-request', json('{"data": "AAAA"}'), 400, '/data is unknown: the fields are image, images.'],
    [
      'invalid-request',
      json('{"image": "AAAA", "top/k": 3}'),
      400,
      '/top~1k is unknown: the fields are image, images.',
    ],
    ['invalid-request', json('[]'), 400, 'must be an object, not a list'],
    ['invalid-request', { ...picture(red), path: `${PATH}?top_k=3` }, 400, 'the parameter "top_k"'],
    ['invalid-base64', json('{"image": "data:text/plain;base64,AAAA"}'), 400, 'behind data:image/'],
    ['not-json', json('{"image":'), 400, 'JSON'],
  ])('refuses an invalid request with the problem %s: %#', async (problem, wrong, status, reason) => {
    const response = await send(wrong);

    const detail = expect.stringContaining(reason);
    expect(response.status).toBe(status);
    expect(bodyOf(response)).toMatchObject({ type: `urn:subsecond:problem:${problem}`, status, detail });
  });

  it('caches only under the header Idempotency-Key, separately from the ids of other contracts', async () => {
    const caching = await quietService({}, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'id-1' };
    const body = JSON.stringify({ esun_uuid: 'id-1', esun_timestamp: 1, image: red.toString('base64') });
    const wrapped = Object.values(WRAPPINGS).map((wrap) => wrap(red));

    const outcomes = await cacheOutcomes(caching, [
      ...wrapped.map((sent) => post(sent.body, PATH, { ...sent.headers, ...id })),
      picture(green, id),
      picture(red),
      picture(red, { 'x-request-id': 'id-1' }),
      post(body),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 'hit', 'hit', 422, 'off', 'off', 'miss']);
  });

  it.each([
    ['"0.5"', {}],
    ['{}', {}],
    ['{"a": "likely"}', {}],
    ['{"a": 1}', { 'x-subsecond-prediction': '%' }],
  ])('treats %s with headers %j as a malformed reply', (body, headers) => {
    const reply = predictionsOutline.client('colours').read({ status: 200, headers, body }, 'id');

    expect(reply).toMatchObject({ error: expect.any(String), fault: 'malformed' });
  });

  const NOTHING =
    'There is nothing at this path; /models/colours/docs lists the paths of the model "colours".';

  it.each([
    ['/predictions/color', 'There is no model "color"; available: "colours", "words".'],
    ['/predictions', NOTHING],
    [
      '/predictions/words',
      'The addresses of the model "words" begin with /models/words here; /models/words/docs lists them.',
    ],
    ['/predictions/colours/7', 'The model "colours" has no version "7"; it has "tiny-1".'],
    ['/predictions/colours/7/2', NOTHING],
  ])('says at %s which models, versions or addresses there are', async (path, detail) => {
    const models = ['colours', 'words'].map((name) => ({ name, version: '1', title: name }));
    const oneOfTwo = await quietService({ SERVICE_MODELS: JSON.stringify(models) });

    const response = await oneOfTwo(request('POST', path));

    expect(bodyOf(response)).toMatchObject({ status: 404, detail });
  });
});
