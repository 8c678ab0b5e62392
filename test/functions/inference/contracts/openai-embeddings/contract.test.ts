import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../../functions/inference/problems/problems.ts';
import { EXPECTED, textModel } from '../../../../support/text-model.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { cacheOutcomes, quietService } from '../../../support/tiny.ts';

const [, , HELLO] = EXPECTED;
const { text, embedding, ids } = HELLO!;

const embed = (body: object, headers = {}) => {
  const json = JSON.stringify({ model: 'embedding', ...body });
  return post(json, '/v1/embeddings', { 'content-type': 'application/json', ...headers });
};

/** The expected embedding, with a tolerance for rounding. */
const EMBEDDING = embedding.map((value) => expect.closeTo(value, 5));

const directory = textModel('embedding', { contracts: ['openai-embeddings'] });
const send = await quietService({ MODEL_DIRECTORY: directory });

describe('contract openai-embeddings', () => {
  it('responds to a text as OpenAI does', async () => {
    const response = await send(embed({ input: text, user: 'somebody' }));

    expect(response.status).toBe(200);
    expect(bodyOf(response)).toEqual({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: EMBEDDING }],
      model: 'embedding',
      usage: { prompt_tokens: ids.length, total_tokens: ids.length },
    });
  });

  it('responds to a list in its order, and says which texts were cut', async () => {
    const response = await send(embed({ input: [text, 'soup '.repeat(40), ''] }));

    const data = [{ index: 0, embedding: EMBEDDING }, { index: 1 }, { index: 2 }];
    expect(bodyOf(response)).toMatchObject({ data });
    expect(response.headers['x-subsecond-truncated']).toBe('1');
  });

  it('returns 32-bit floats in base64 on request', async () => {
    const response = await send(embed({ input: text, encoding_format: 'base64' }));

    const [{ embedding: base64 }] = bodyOf(response).data as [{ embedding: string }];
    const floats = new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
    expect([...floats]).toEqual(EMBEDDING);
  });

  it.each([
    ['another model', { input: text, model: 'ada' }, 'not-found', null, 'available: "embedding"'],
    ['other dimensions', { input: text, dimensions: 256 }, 'invalid-request', null, 'of 24 dimensions'],
    ['tokens', { input: [1, 2] }, 'invalid-request', 'input', 'not tokens'],
    ['lists of tokens', { input: [[1, 2]] }, 'invalid-request', 'input', 'not tokens'],
    [
      'a field that OpenAI does not know',
      { input: text, truncate: true },
      'invalid-request',
      'truncate',
      'is unknown',
    ],
    ['no text', { input: [] }, 'invalid-request', 'input', '/input must have'],
    ['nothing to embed', {}, 'invalid-request', 'input', '/input is missing.'],
    ['half of a character', { input: 'a\ud800' }, 'invalid-request', 'input', 'well-formed Unicode'],
  ] as const)('refuses %s in the form of OpenAI’s errors', async (_, body, code, param, words) => {
    const response = await send(embed(body));

    const message = expect.stringContaining(words);
    expect(response.status).toBe(PROBLEMS[code].status);
    expect(bodyOf(response)).toEqual({ error: { message, type: 'invalid_request_error', param, code } });
  });

  it('gives a repeated key its first embeddings in either encoding, and refuses other texts under it', async () => {
    const service = await quietService({ MODEL_DIRECTORY: directory }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const again = embed({ input: text, encoding_format: 'base64' }, id);

    const outcomes = await cacheOutcomes(service, [
      embed({ input: [text] }, id),
      again,
      embed({ input: 'a' }, id),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 422]);
    expect(bodyOf(await service(again))).toMatchObject({ usage: { total_tokens: ids.length } });
  });
});
