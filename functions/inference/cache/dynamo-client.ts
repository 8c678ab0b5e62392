/** A DynamoDB client that looks nothing up: no profile files, no metadata services, no clock of its own. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AnswerTable } from './answer-table.ts';
import { DynamoTable } from './dynamo-table.ts';

/** One request per execution environment at a time: one connection, and one in reserve. */
const CONNECTIONS = { keepAlive: true, maxSockets: 2 };
const CONNECTION_TIMEOUT_MILLISECONDS = 100;
const REQUEST_TIMEOUT_MILLISECONDS = 200;

/** The table of that name. */
export function openDynamoTable(name: string, environment: NodeJS.ProcessEnv): AnswerTable {
  return new DynamoTable(name, createDynamoClient(environment));
}

/**
 * The client, with the region, credentials and endpoint that Lambda gives by environment variables (they stay
 * the same for the life of an execution environment).
 */
export function createDynamoClient(environment: NodeJS.ProcessEnv): DynamoDBClient {
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return new DynamoDBClient({
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? 'none',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? 'none',
      ...(sessionToken ? { sessionToken } : {}),
    },
    defaultsMode: 'standard',
    retryMode: 'standard',
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MILLISECONDS,
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      httpAgent: new HttpAgent(CONNECTIONS),
      httpsAgent: new HttpsAgent(CONNECTIONS),
    },
  });
}
