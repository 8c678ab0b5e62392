import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signRequest } from '../../../functions/aws/sign-request.ts';

/** What AWS's client leaves unsigned, because proxies change it. */
const UNSIGNED = ['authorization', 'user-agent', 'connection', 'expect', 'transfer-encoding'];

interface Sent {
  readonly method: 'POST';
  readonly hostname: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request as AWS's own client signs it. */
async function signedByAws(key: string, region: string, credentials: Keys): Promise<Sent> {
  let sent: Sent | undefined;
  const handle = async (request: Sent) => {
    sent = request;
    return { response: { statusCode: 200, headers: {}, body: new Uint8Array() } };
  };
  const client = new DynamoDBClient({ region, credentials, requestHandler: { handle } as never } as object);
  await client.send(new GetItemCommand({ TableName: 'answers', Key: { id: { S: key } } })).catch(() => {});
  return sent as unknown as Sent;
}

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

describe('the signature of a call to AWS', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('is the one that AWS’s own client gives, whatever the keys, the region, the day and the content', async () => {
    const word = fc.stringMatching(/^[A-Za-z0-9/+]{8,40}$/);
    const keys = fc.record(
      { accessKeyId: word, secretAccessKey: word, sessionToken: word },
      { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
    );
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    const region = fc.constantFrom('us-east-1', 'ap-northeast-1', 'eu-west-1');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        region,
        keys,
        day,
        async (key, region, keys, date) => {
          vi.setSystemTime(date);
          const { method, hostname, path, headers, body } = await signedByAws(key, region, {
            ...keys,
          } as Keys);
          const given = Object.fromEntries(
            Object.entries(headers).filter(
              ([name]) => !UNSIGNED.includes(name) && !/^x-amz-(date|security-token)$|^host$/.test(name),
            ),
          );

          const signed = signRequest(
            { method, url: new URL(path, `https://${hostname}`), headers: given, body },
            { region, service: 'dynamodb' },
            keys,
          );

          expect(signed.authorization).toBe(headers.authorization);
        },
      ),
      { numRuns: 50 },
    );
  });
});
