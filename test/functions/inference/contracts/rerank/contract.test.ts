import { describe, expect, it } from 'vitest';
import { openInferenceOutline } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import { predictionsOutline } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { rerankOutline } from '../../../../../functions/inference/contracts/rerank/client.ts';
import { readFixture } from '../../../../support/fixtures.ts';
import { textModel } from '../../../../support/text-model.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { readBy, sampleOf } from '../../../support/samples.ts';
import { cacheOutcomes, quietService } from '../../../support/tiny.ts';

type Scored = [query: string, text: string, negative: number, positive: number, logit: number];
const { scores: SCORES } = readFixture('tokens/pairs.json') as { scores: Scored[] };

const MODEL_DIRECTORY = textModel('ranking', { contracts: ['rerank', 'predictions'] });
const models = ['ranking', 'other'].map((name) => ({ name, version: '1', title: name }));
const send = await quietService({ MODEL_DIRECTORY, SERVICE_MODELS: JSON.stringify(models) });

const sent = (path: string, body: object, headers = {}) =>
  post(JSON.stringify(body), path, { 'content-type': 'application/json', ...headers });

const QUERY = 'The bread';
const TEXTS = ['The worst bread in town', 'A rude and careless team', 'The best bread in town'];

/** The model's score for each text, from the contract `predictions` with one pair per text. */
const scores = bodyOf(
  await send(sent('/predictions/ranking', { texts: TEXTS.map((text) => [QUERY, text]) })),
) as unknown as number[];
const order = [...scores.keys()].sort((one, other) => scores[other]! - scores[one]!);

describe('contract rerank', () => {
  it.each(SCORES)(
    'scores %s and %s as Python does, as a logit or from 0 to 1',
    async (query, text, ...rest) => {
      const logit = rest[2];

      const raw = await send(sent('/rerank', { query, texts: [text], raw_scores: true }));
      const { body } = await send(sent('/rerank', { query, texts: [text] }));

      expect(bodyOf(raw)).toEqual([{ index: 0, score: expect.closeTo(logit, 5) }]);
      expect(bodyOf({ body })).toEqual([{ index: 0, score: expect.closeTo(1 / (1 + Math.exp(-logit)), 5) }]);
    },
  );

  it('puts texts in order as Text Embeddings Inference does', async () => {
    const response = await send(
      sent('/rerank', { query: QUERY, texts: TEXTS, return_text: true, truncate: null }),
    );

    expect(new Set(scores).size).toBe(TEXTS.length);
    const results = order.map((index) => ({ index, score: scores[index], text: TEXTS[index] }));
    expect(bodyOf(response)).toEqual(results);
  });

  const title = { text: TEXTS[1], title: 'A review' };
  it.each(['1', '2'])(
    'puts documents in order as version %s of Jina’s and Cohere’s APIs does',
    async (version) => {
      const documents = [TEXTS[0], title, TEXTS[2]];
      const request = { model: 'ranking', query: QUERY, documents };

      const two = bodyOf(await send(sent(`/v${version}/rerank`, { ...request, top_n: 2 })));
      const all = bodyOf(await send(sent(`/v${version}/rerank`, { ...request, return_documents: true })));

      const results = order.map((index) => ({ index, relevance_score: scores[index] }));
      const full = [{ text: TEXTS[0] }, title, { text: TEXTS[2] }];
      expect(two).toMatchObject({ model: 'ranking', meta: { api_version: { version } } });
      expect(two.results).toEqual(results.slice(0, 2));
      expect(all.results).toEqual(results.map((result) => ({ ...result, document: full[result.index] })));
    },
  );

  it('cuts texts that are too long at their end, or refuses them', async () => {
    const text = `${'best '.repeat(15)}${'worst '.repeat(15)}`;
    const cut = (options: object) => send(sent('/rerank', { query: 'bread', texts: [text], ...options }));

    const [given, right] = [await cut({ truncate: true }), await cut({ truncation_direction: 'Right' })];
    const refused = await cut({ truncate: false });

    expect(given.headers['x-subsecond-truncated']).toBe('0');
    expect(bodyOf(right)).toEqual(bodyOf(given));
    expect(bodyOf(await cut({ truncation_direction: 'Left' }))).toMatchObject({ status: 400 });
    expect(bodyOf(refused)).toMatchObject({ status: 413, detail: expect.stringContaining('at most 24') });
  });

  it.each([
    [
      'an unknown field',
      '/rerank',
      { query: 'a', texts: ['b'], top_n: 1 },
      400,
      'the fields are query, texts',
    ],
    ['no texts', '/rerank', { query: 'a', texts: [] }, 400, '/texts must have'],
    ['no query', '/v1/rerank', { documents: ['b'] }, 400, '/query is missing'],
    [
      'a document without text',
      '/v1/rerank',
      { query: 'a', documents: [{ title: 'b' }] },
      400,
      '/documents/0/text',
    ],
    [
      'a limit for documents',
      '/v2/rerank',
      { query: 'a', documents: ['b'], max_tokens_per_doc: 9 },
      400,
      'is unknown',
    ],
    [
      'another model',
      '/v2/rerank',
      { model: 'rerank-v3', query: 'a', documents: ['b'] },
      404,
      'available: "ranking"',
    ],
    [
      'a model with other addresses',
      '/v1/rerank',
      { model: 'other', query: 'a', documents: ['b'] },
      404,
      '/models/other',
    ],
    ['a text without a second text', '/predictions/ranking', { text: 'a' }, 400, 'text 0 is not part of'],
  ])('refuses %s', async (_, path, body, status, words) => {
    expect(bodyOf(await send(sent(path, body)))).toMatchObject({
      status,
      detail: expect.stringContaining(words),
    });
  });

  it('gives a repeated key its first prediction in each API, and refuses other content under it', async () => {
    const service = await quietService({ MODEL_DIRECTORY }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const outcomes = await cacheOutcomes(service, [
      sent('/rerank', { query: QUERY, texts: TEXTS }, id),
      sent('/rerank', { query: QUERY, texts: TEXTS, raw_scores: true }, id),
      sent('/v2/rerank', { query: QUERY, documents: TEXTS, top_n: 1 }, id),
      sent('/rerank', { query: 'Another', texts: TEXTS }, id),
      sent('/rerank', { query: QUERY, texts: TEXTS, truncate: false }, id),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 'hit', 422, 422]);
  });

  it.each([
    [rerankOutline.client('ranking'), String(order[0])],
    [predictionsOutline.client('ranking'), JSON.stringify(scores)],
    [openInferenceOutline.client('ranking'), expect.stringContaining('"score"')],
  ])('serves the same sample to the clients of all contracts', async (client, prediction) => {
    const sample = sampleOf('application/json', JSON.stringify({ query: QUERY, texts: TEXTS }));

    expect(await readBy(client, send, sample)).toMatchObject({ prediction });
  });
});
