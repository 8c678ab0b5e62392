import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../../../../functions/inference/pipelines/token-classification/entities.ts';
import { entityModel } from '../../../../support/entity-model.ts';
import { readFixture } from '../../../../support/fixtures.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { cacheOutcomes, quietService } from '../../../support/tiny.ts';

/** Results of Hugging Face's library `transformers`; see test/fixtures/make-tiny-entities.py. */
const [{ text, ...expected }, other] = readFixture('tiny-entities/expected.json').slice(1);

const directory = entityModel({ contracts: ['predictions'] });
const send = await quietService({ MODEL_DIRECTORY: directory });

const sent = (type: string, body: string, headers = {}) =>
  post(body, '/predictions/names', { 'content-type': type, ...headers });
const inJson = (body: object, headers = {}) => sent('application/json', JSON.stringify(body), headers);

const close = (entities: readonly { readonly score: number }[]) =>
  entities.map((entity) => ({ ...entity, score: expect.closeTo(entity.score, 5) }));

describe('contract predictions for entities', () => {
  it('responds to a text with its entities, aggregated as the model says', async () => {
    const response = await send(sent('text/plain', text));

    expect(response.status).toBe(200);
    expect(bodyOf(response)).toEqual(close(expected.simple));
  });

  it.each(Object.keys(expected) as Strategy[])(
    'aggregates tokens as a request says: %s',
    async (strategy) => {
      const response = await send(inJson({ texts: [other.text, text], aggregation_strategy: strategy }));

      expect(bodyOf(response)).toEqual([close(other[strategy]), close(expected[strategy])]);
    },
  );

  it('caches each way of aggregation separately', async () => {
    const caching = await quietService({ MODEL_DIRECTORY: directory }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const outcomes = await cacheOutcomes(caching, [
      inJson({ text }, id),
      sent('text/plain', text, id),
      inJson({ text, aggregation_strategy: 'none' }, id),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 422]);
  });

  it.each([
    [{ text, aggregation_strategy: 'mean' }, '/aggregation_strategy must be "none", "simple", '],
    [
      { text, aggregation: 'none' },
      '/aggregation is unknown: the fields are text, texts, aggregation_strategy',
    ],
  ])('refuses unknown strategies and fields: %#', async (body, detail) => {
    const response = await send(inJson(body));

    expect(response.status).toBe(400);
    expect(bodyOf(response).detail).toContain(detail);
  });

  it('gives entities in JSON by the Open Inference Protocol', async () => {
    const inputs = [{ name: 'text', datatype: 'BYTES', shape: [1], data: [text] }];

    const response = await send(post(JSON.stringify({ inputs }), '/v2/models/names/infer'));

    const { outputs } = bodyOf(response) as unknown as { outputs: { name: string; data: string[] }[] };
    expect(outputs.map(({ name }) => name)).toEqual(['entities', 'truncated']);
    expect(JSON.parse(outputs[0]!.data[0]!)).toEqual(close(expected.simple));
  });
});
