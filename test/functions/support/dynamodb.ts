/** DynamoDB for tests: dynalite, which simulates it in memory, with a table of responses. */
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { addressOf } from '../../support/listen.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' };

const RESPONSES: CreateTableCommandInput = {
  TableName: 'responses',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

/** Environment variables that make the function use the table at an address. */
export function pointTo(endpoint: string): NodeJS.ProcessEnv {
  return { ...CREDENTIALS, TABLE_NAME: 'responses', AWS_ENDPOINT_URL_DYNAMODB: endpoint };
}

/** @returns AWS's client, for reading the table directly, and environment variables that make the function use the table */
export async function startTable() {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0 });
  const environment = pointTo(await addressOf(server));
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB!;
  const client = new DynamoDBClient({ region: CREDENTIALS.AWS_REGION, endpoint, credentials });
  await client.send(new CreateTableCommand(RESPONSES));
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
