import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DynamoClient } from '../../../../../functions/inference/cache/dynamodb/dynamo-client.ts';
import { newFolder } from '../../../../layers/scratch.ts';
import { pointTo } from '../../../support/dynamodb.ts';

describe('the client of DynamoDB', () => {
  let server: Server | undefined;
  let client: DynamoClient | undefined;
  afterEach(() => {
    vi.unstubAllEnvs();
    client?.destroy();
    server?.closeAllConnections();
    server?.close();
  });

  it('asks again on a new connection when the kept one was closed meanwhile', async () => {
    const asked: number[] = [];
    let connections = 0;
    const { look } = await startDatabase((request, response) => {
      asked.push(connections);
      if (asked.length === 2) request.socket.destroy();
      else response.end('{}');
    });
    server?.on('connection', () => {
      connections += 1;
    });

    await look();
    await expect(look()).resolves.toEqual({});

    expect(asked).toEqual([1, 1, 2]);
  });

  it('fails as the database does, by the name of its error', async () => {
    const __type = 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
    const { look } = await startDatabase((_, response) => {
      response.writeHead(400).end(JSON.stringify({ __type, message: 'Too many at once' }));
    });

    await expect(look()).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
      message: 'Too many at once',
    });
  });

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['half an answer', 200, '{"Item":'],
    ['nothing', 500, ''],
  ])('fails where %s comes instead of an answer', async (_, status, body) => {
    const { look } = await startDatabase((_, response) => void response.writeHead(status).end(body));

    await expect(look()).rejects.toMatchObject({
      name: 'DynamoError',
      message: `DynamoDB answers ${status}`,
    });
  });

  it('gives up when its caller does', async () => {
    const { look } = await startDatabase(() => {});

    await expect(look(AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('signs with the keys that Lambda gives', async () => {
    const { look, headers } = await startDatabase((_, response) => void response.end('{}'));

    await look();

    expect(headers().authorization).toContain('Credential=test/');
  });

  it('signs with a profile where somebody’s machine has one and no keys in the environment', async () => {
    const file = join(newFolder(), 'credentials');
    writeFileSync(file, '[team]\naws_access_key_id = from-profile\naws_secret_access_key = secret\n');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
    vi.stubEnv('AWS_PROFILE', 'team');
    const none = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    for (const name of Object.keys(none)) vi.stubEnv(name, undefined);
    const { look, headers } = await startDatabase((_, response) => void response.end('{}'), none);

    await look();

    expect(headers().authorization).toContain('Credential=from-profile/');
  });

  async function startDatabase(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    environment: NodeJS.ProcessEnv = {},
  ) {
    let headers: IncomingMessage['headers'] = {};
    server = createServer((request, response) => {
      headers = request.headers;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asking = new DynamoClient({ ...pointTo(`http://127.0.0.1:${port}`), ...environment });
    client = asking;
    const question = { TableName: 'answers', Key: { id: { S: 'a' } } };
    const patience = AbortSignal.timeout(10_000);
    return {
      look: (signal = patience) => asking.call('GetItem', question, signal),
      headers: () => headers,
    };
  }
});
