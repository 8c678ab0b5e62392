import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { startTable } from '../support/dynamodb.ts';
import { CONTEXT, competitionRequest } from '../support/events.ts';
import { jpegOf, RED } from '../support/pictures.ts';
import { bodyOf } from '../support/requests.ts';
import { quietHandler, UNHURRIED_STORE } from '../support/tiny.ts';

const cacheOf = ({ headers }: APIGatewayProxyStructuredResultV2) => headers?.['x-subsecond-cache'];

describe('the function on Lambda with a table', async () => {
  const table = await startTable();
  const environment = { ...table.environment, ...UNHURRIED_STORE };
  const red = await jpegOf(RED);
  afterAll(() => table.stop());

  it('stores its response by model and id, with version and digest', async () => {
    const handler = await quietHandler(environment);

    const response = await handler(competitionRequest(red, { esun_uuid: 'kept' }), CONTEXT);

    const { Item } = await table.client.send(
      new GetItemCommand({ TableName: 'responses', Key: { id: { S: 'colours#kept' } } }),
    );
    expect(cacheOf(response)).toBe('miss');
    expect(Object.keys(Item ?? {}).sort()).toEqual(['answer', 'digest', 'expires', 'id', 'time', 'version']);
    expect(JSON.parse(Item?.answer?.S ?? '')[0]).toBe('一');
    expect(Item).toMatchObject({ version: { S: 'tiny-1' } });
    expect(Number(Item?.expires?.N) - Number(Item?.time?.N) / 1000).toBeCloseTo(14 * 86_400, -1);
  });

  it('gives the same response in all environments that race for one id, and one of them is first', async () => {
    const environments = await Promise.all([0, 1, 2, 3].map(() => quietHandler(environment)));

    const responses = await Promise.all(
      environments.map((handler) => handler(competitionRequest(red, { esun_uuid: 'race' }), CONTEXT)),
    );

    expect(new Set(responses.map((response) => bodyOf(response).answer)).size).toBe(1);
    expect(responses.map(cacheOf).sort()).toEqual(['hit', 'hit', 'hit', 'miss']);
  });
});
