/** The embedded table took orders from any web page and any process: only the service's own processes may speak to it. */
import { request } from 'node:http';
import { DeleteTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedDynamoDb } from '../../../local/table/dynamodb.ts';
import { newFolder } from '../../layers/scratch.ts';

const GET = { TableName: 'answers', Key: { id: { S: 'id-1' } } };

describe('The embedded table', () => {
  const place = { directory: newFolder(), table: 'answers', log: 2 };
  const database = new EmbeddedDynamoDb(place, { back() {}, died() {} });
  beforeAll(() => database.start());
  afterAll(() => database.stop());

  const speak = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    new DynamoDBClient({ endpoint: database.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });

  /** What a request gets that carries the key, and whatever else. */
  async function ask(headers: Record<string, string>, method = 'POST') {
    const own = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-date': '20260101T000000Z',
      authorization: authorization(database.credentials.accessKeyId),
    };
    return new Promise<{ status: number; allowed: unknown }>((resolve, reject) => {
      request(database.endpoint, { method, headers: { ...own, ...headers } }, (response) => {
        response.resume();
        const { statusCode: status = 0, headers: given } = response;
        response.on('end', () => resolve({ status, allowed: given['access-control-allow-origin'] }));
      })
        .on('error', reject)
        .end(method === 'POST' ? JSON.stringify(GET) : undefined);
    });
  }
  const authorization = (key: string) =>
    `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

  it('serves who has its key', async () => {
    expect(await ask({})).toEqual({ status: 200, allowed: undefined });
  });

  it('refuses to be written, or deleted, by who has not', async () => {
    const stranger = speak({ accessKeyId: 'local', secretAccessKey: 'local' });
    const owner = speak(database.credentials);

    for (const command of [
      new PutItemCommand({ TableName: 'answers', Item: GET.Key }),
      new DeleteTableCommand({ TableName: 'answers' }),
    ]) {
      await expect(stranger.send(command as PutItemCommand)).rejects.toMatchObject({
        name: 'UnrecognizedClientException',
      });
    }

    expect((await owner.send(new GetItemCommand(GET))).Item).toBeUndefined();
    stranger.destroy();
    owner.destroy();
  });

  const foreign: [string, Record<string, string>][] = [
    ['a web page', { origin: 'https://example.org' }],
    ['a web page without an origin of its own', { origin: 'null' }],
    ['a name that was bound to this machine afterwards', { host: 'example.org' }],
    ['nobody in particular', { authorization: '' }],
    ['a key that is too short', { authorization: authorization('0') }],
    ['a key of the same length', { authorization: authorization('0'.repeat(64)) }],
  ];
  it.each(foreign)('refuses %s, and allows no page to read why', async (_, headers) => {
    expect(await ask(headers)).toEqual({ status: 403, allowed: undefined });
  });

  it('tells a browser that asks first nothing that would let it go on', async () => {
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'POST' };

    expect(await ask(headers, 'OPTIONS')).toEqual({ status: 403, allowed: undefined });
  });
});
