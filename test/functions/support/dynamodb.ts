/** DynamoDB for a test: dynalite, in memory, with a table of answers. */
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { createDynamoClient } from '../../../functions/inference/cache/dynamodb/dynamo-client.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' };

/** The table of answers, as a command creates it. */
export const ANSWERS: CreateTableCommandInput = {
  TableName: 'answers',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

export interface TestTable {
  readonly client: DynamoDBClient;
  /** Environment variables that point the function at it. */
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Environment variables that point the function at any table behind an address. */
export function pointTo(endpoint: string): NodeJS.ProcessEnv {
  return { ...CREDENTIALS, TABLE_NAME: 'answers', AWS_ENDPOINT_URL_DYNAMODB: endpoint };
}

export async function startTable(): Promise<TestTable> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const environment = pointTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = createDynamoClient(environment);
  await client.send(new CreateTableCommand(ANSWERS));
  return {
    client,
    environment,
    stop: async () => {
      client.destroy();
      server.closeAllConnections?.();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
