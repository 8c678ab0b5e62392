/** The embedded table for a test, and ways to speak to any table. */
import { afterAll, beforeAll } from 'vitest';
import { EmbeddedDynamoDb } from '../../../local/table/dynamodb.ts';
import { pointTo } from '../../functions/support/dynamodb.ts';
import { newFolder } from '../../layers/scratch.ts';

/** A table named `answers` in a folder. */
export function embeddedIn(directory: string): EmbeddedDynamoDb {
  return new EmbeddedDynamoDb({ directory, table: 'answers', log: 2 }, { back() {}, died() {} });
}

/** One for all tests of a file. */
export function embeddedTable(): EmbeddedDynamoDb {
  const database = embeddedIn(newFolder());
  beforeAll(() => database.start());
  afterAll(() => database.stop());
  return database;
}

/** Environment variables that point the function at it. */
export function environmentOf({ endpoint, credentials }: EmbeddedDynamoDb): NodeJS.ProcessEnv {
  return { ...pointTo(endpoint), AWS_ACCESS_KEY_ID: credentials.accessKeyId };
}

/** What a table says to a call that AWS's client would not send: the status, and the name of the error. */
export async function callRaw(environment: NodeJS.ProcessEnv, operation: string, body: unknown) {
  const response = await fetch(environment.AWS_ENDPOINT_URL_DYNAMODB as string, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${environment.AWS_ACCESS_KEY_ID}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { __type?: string; Item?: unknown };
  return { status: response.status, error: answer.__type?.split('#')[1], item: answer.Item };
}
