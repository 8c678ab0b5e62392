import { beforeAll, describe, expect, it } from 'vitest';
import { predictionsClient } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { EXPECTED, textModel } from '../../../../support/text-model.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { quietService, type Send } from '../../../support/tiny.ts';

const GOOD = 'What a beautiful morning';
const BAD = 'The soup was cold and awful';
const LONG = 'soup '.repeat(40);
const PREDICTIONS = { contracts: ['predictions'] };

const plain = (text: string, headers: Record<string, string> = {}, model = 'sentiment') =>
  post(Buffer.from(text), `/predictions/${model}`, {
    'content-type': 'text/plain; charset=utf-8',
    ...headers,
  });
const inJson = (body: object, headers: Record<string, string> = {}, model = 'sentiment') =>
  post(JSON.stringify(body), `/predictions/${model}`, { 'content-type': 'application/json', ...headers });

describe('contract predictions for texts', () => {
  let directory: string;
  let send: Send;
  let embed: Send;
  beforeAll(async () => {
    directory = textModel('sentiment', PREDICTIONS);
    send = await quietService({ MODEL_DIRECTORY: directory });
    embed = await quietService({ MODEL_DIRECTORY: textModel('embedding', PREDICTIONS) });
  });

  it.each([
    ['itself', plain(GOOD)],
    ['in JSON', inJson({ text: GOOD })],
    ['that is not declared to be anything', post(Buffer.from(GOOD), '/predictions/sentiment', {})],
  ])('responds to a text %s with its labels, best first', async (_, request) => {
    const response = await send(request);

    expect(response.status).toBe(200);
    expect(Object.keys(bodyOf(response))).toEqual(['positive', 'negative']);
    expect(response.headers['x-subsecond-prediction']).toBe('positive');
    expect(response.headers['x-subsecond-truncated']).toBeUndefined();
  });

  it('responds to several texts in their order, and says which were cut', async () => {
    const response = await send(inJson({ texts: [GOOD, LONG, BAD] }));

    const best = (bodyOf(response) as unknown as object[]).map((ranking) => Object.keys(ranking)[0]);
    expect([best[0], best[2]]).toEqual(['positive', 'negative']);
    expect(response.headers['x-subsecond-truncated']).toBe('1');
  });

  it('gives a text its embedding, and several a list of them', async () => {
    const { text, embedding } = EXPECTED[2]!;

    const one = bodyOf(await embed(plain(text, {}, 'embedding'))) as unknown as number[];
    const two = bodyOf(await embed(inJson({ texts: [text, ''] }, {}, 'embedding'))) as unknown as number[][];

    expect(two).toHaveLength(2);
    for (const [place, value] of embedding.entries()) {
      expect(one[place]).toBeCloseTo(value, 5);
      expect(two[0]![place]).toBeCloseTo(value, 5);
    }
  });

  it('takes the same texts for the same request, whatever they are wrapped in', async () => {
    const caching = await quietService({ MODEL_DIRECTORY: directory }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const responses = [];
    for (const request of [
      plain(GOOD, id),
      inJson({ text: GOOD }, id),
      inJson({ texts: [GOOD] }, id),
      plain(BAD, id),
    ]) {
      responses.push(await caching(request));
    }

    const outcomes = responses.map(({ status, headers }) => headers['x-subsecond-cache'] ?? status);
    expect(outcomes).toEqual(['miss', 'hit', 'hit', 422]);
    expect(bodyOf(responses[2]!)).toEqual([bodyOf(responses[0]!)]);
  });

  it.each([
    ['a picture', post('', '/predictions/sentiment', { 'content-type': 'image/png' }), 415, 'text/plain'],
    [
      'bytes that are no text',
      post(Buffer.of(0xff), '/predictions/sentiment', { 'content-type': 'text/plain' }),
      400,
      'UTF-8',
    ],
    ['neither text nor texts', inJson({}), 400, 'either "text"'],
    ['both', inJson({ text: GOOD, texts: [BAD] }), 400, 'either "text"'],
    ['no texts', inJson({ texts: [] }), 400, '/texts must be'],
    ['something else as text', inJson({ text: 1 }), 400, '/text must be string'],
  ])('refuses %s', async (_, request, status, detail) => {
    const response = await send(request);

    expect(response.status).toBe(status);
    expect(bodyOf(response).detail).toContain(detail);
  });

  it('is called with the text files of samples, and read, by its client', async () => {
    const client = predictionsClient('sentiment');
    const sample = {
      name: 'a.txt',
      label: 'negative',
      mediaType: 'text/plain',
      bytes: Buffer.from(`${BAD}\n`),
    };
    const { method, path, headers, body } = client.request(sample, undefined, 0);

    const response = await send({ method, path, headers, body: body as Buffer } as never);

    expect(client.read({ ...response, body: response.body.toString() }, undefined)).toMatchObject({
      prediction: 'negative',
    });
  });
});
