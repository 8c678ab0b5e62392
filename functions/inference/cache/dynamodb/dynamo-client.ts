/** A DynamoDB client that does what a look-up and a write need, and no more: CPU is what this service sells. */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { AnswerTable } from '../answer-table.ts';
import { DynamoTable } from './dynamo-table.ts';
import { LeanHttpHandler } from './http-handler.ts';

/** Conveniences of the SDK that cost CPU with each call: debug logs, statistics for AWS, loop detection. */
const UNUSED_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/**
 * The table of that name.
 *
 * @param concurrency questions that ask it at once
 */
export function openDynamoTable(
  name: string,
  environment: NodeJS.ProcessEnv,
  concurrency: number,
): AnswerTable {
  return new DynamoTable(name, createDynamoClient(environment, concurrency));
}

/**
 * The client, with the region, credentials and endpoint that Lambda gives by environment variables: they stay the same for
 * the life of an execution environment, so nothing is looked up in files or metadata services. Without them, on
 * somebody's machine, the SDK looks for a profile.
 */
export function createDynamoClient(environment: NodeJS.ProcessEnv, concurrency = 1): DynamoDBClient {
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB;
  const client = new DynamoDBClient({
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1',
    ...credentialsIn(environment),
    ...(endpoint ? { endpoint } : {}),
    defaultsMode: 'standard',
    retryMode: 'standard',
    maxAttempts: 1,
    // One for each question, and one in reserve.
    requestHandler: new LeanHttpHandler(concurrency + 1),
  });
  for (const name of UNUSED_MIDDLEWARE) client.middlewareStack.remove(name);
  return client;
}

function credentialsIn(environment: NodeJS.ProcessEnv): Pick<DynamoDBClientConfig, 'credentials'> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!accessKeyId || !secretAccessKey) return {};
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } };
}
