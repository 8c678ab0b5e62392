import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

const LONGEST_CALL_MILLISECONDS = 5_000;
const LONGEST_WAIT_SECONDS = 10;

/** Where the result cache is kept. */
export interface TableLocation {
  readonly endpoint: string;
  readonly region: string;
  readonly table: string;
  /** Undefined: whatever the SDK finds on this machine. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** The table of the result cache in a DynamoDB that somebody else looks after. */
export class GivenTable {
  readonly #client: DynamoDBClient;
  readonly #name: string;

  constructor({ endpoint, region, table, credentials }: TableLocation) {
    this.#client = new DynamoDBClient({ endpoint, region, ...(credentials && { credentials }) });
    this.#name = table;
  }

  /**
   * Creates the table if it is missing, with the key and billing mode that the stack gives it. Time to live is not set: not
   * every DynamoDB knows it.
   */
  async ensure(): Promise<void> {
    const soon = { abortSignal: AbortSignal.timeout(LONGEST_CALL_MILLISECONDS) };
    try {
      await this.#client.send(new DescribeTableCommand({ TableName: this.#name }), soon);
      return;
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
    await this.#client.send(
      new CreateTableCommand({
        TableName: this.#name,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
      soon,
    );
    await waitUntilTableExists(
      { client: this.#client, maxWaitTime: LONGEST_WAIT_SECONDS, minDelay: 0.05 },
      { TableName: this.#name },
    );
  }

  close(): void {
    this.#client.destroy();
  }
}
