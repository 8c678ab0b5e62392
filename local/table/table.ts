import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

const LONGEST_WAIT_SECONDS = 10;

/** Where the result cache is kept. */
export interface TableLocation {
  readonly endpoint: string;
  readonly region: string;
  readonly table: string;
  /** Undefined: whatever the SDK finds on this machine. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/**
 * Creates the table of the result cache if it is missing, with the key and billing mode that the stack
 * gives it. Time to live is not set: dynalite does not know it.
 */
export async function ensureTable({ endpoint, region, table, credentials }: TableLocation): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, ...(credentials && { credentials }) });
  try {
    await client.send(new DescribeTableCommand({ TableName: table }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(
      new CreateTableCommand({
        TableName: table,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    await waitUntilTableExists(
      { client, maxWaitTime: LONGEST_WAIT_SECONDS, minDelay: 0.05 },
      { TableName: table },
    );
  } finally {
    client.destroy();
  }
}
