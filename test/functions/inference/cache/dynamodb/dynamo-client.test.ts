import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDynamoClient } from '../../../../../functions/inference/cache/dynamodb/dynamo-client.ts';
import { newFolder } from '../../../../layers/scratch.ts';
import { pointTo } from '../../../support/dynamodb.ts';

describe('the client of DynamoDB', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('asks again on a new connection when the kept one was closed meanwhile', async () => {
    const asked: number[] = [];
    let connections = 0;
    const server = createServer((request, response) => {
      asked.push(connections);
      if (asked.length === 2) request.socket.destroy();
      else response.end('{}');
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = createDynamoClient(pointTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const look = () => client.send(new GetItemCommand({ TableName: 'answers', Key: { id: { S: 'a' } } }));

    await look();
    await expect(look()).resolves.toMatchObject({ $metadata: { httpStatusCode: 200 } });

    expect(asked).toEqual([1, 1, 2]);
    client.destroy();
    server.close();
  });

  it('signs with the keys that Lambda gives', async () => {
    const { credentials } = createDynamoClient(pointTo('http://127.0.0.1:1')).config;

    expect(await credentials()).toMatchObject({ accessKeyId: 'test', secretAccessKey: 'test' });
  });

  it('signs with a profile where somebody’s machine has one and no keys in the environment', async () => {
    const file = join(newFolder(), 'credentials');
    writeFileSync(file, '[team]\naws_access_key_id = from-profile\naws_secret_access_key = secret\n');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
    vi.stubEnv('AWS_PROFILE', 'team');
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);

    const { credentials } = createDynamoClient({}).config;

    expect(await credentials()).toMatchObject({ accessKeyId: 'from-profile' });
  });
});
