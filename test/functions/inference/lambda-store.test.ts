import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pointTo, startTable, type TestTable } from '../support/dynamodb.ts';
import { bodyOf, CONTEXT, competitionRequest } from '../support/events.ts';
import { jpegOf, RED } from '../support/pictures.ts';
import { quietHandler, UNHURRIED_STORE } from '../support/tiny.ts';

const cacheOf = ({ headers }: APIGatewayProxyStructuredResultV2) => headers?.['x-subsecond-cache'];

describe('the function on Lambda with a table', () => {
  let table: TestTable;
  let red: string;
  beforeAll(async () => {
    table = await startTable();
    Object.assign(table.environment, UNHURRIED_STORE);
    red = await jpegOf(RED);
  });
  afterAll(() => table.stop());

  it('stores its response by model and id, with everything it came from', async () => {
    const handler = await quietHandler(table.environment);

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
    const environments = await Promise.all([0, 1, 2, 3].map(() => quietHandler(table.environment)));

    const responses = await Promise.all(
      environments.map((handler) => handler(competitionRequest(red, { esun_uuid: 'race' }), CONTEXT)),
    );

    expect(new Set(responses.map((response) => bodyOf(response).answer)).size).toBe(1);
    expect(responses.map(cacheOf).sort()).toEqual(['hit', 'hit', 'hit', 'miss']);
  });
});

describe('the function on Lambda with a table that fails', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A table that treats every call alike; the variables that point at it. */
  async function tableThat(respond: Parameters<typeof createServer>[1]): Promise<NodeJS.ProcessEnv> {
    server = createServer(respond as never);
    server.on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return pointTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const failures: Record<string, Parameters<typeof createServer>[1]> = {
    'never responds': () => {},
    'is throttled': (_, response) => {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end('{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}');
    },
    'hangs up': (request) => request.socket.destroy(),
    'talks nonsense': (_, response) => response.end('<html>'),
    'responds without end': (_, response) => response.write('{'),
  };

  it.each(Object.entries(failures))('responds anyway, and says so, when the table %s', async (_, failure) => {
    const handler = await quietHandler({ ...(await tableThat(failure)), CACHE_MILLISECONDS: '120' });
    const red = await jpegOf(RED);

    const responses = [];
    for (let request = 0; request < 5; request++)
      responses.push(await handler(competitionRequest(red), CONTEXT));

    expect(responses.map((response) => bodyOf(response).answer)).toEqual(Array(5).fill('一'));
    expect(responses.map(cacheOf)).toEqual(Array(5).fill('degraded'));
  });
});
