/** The response store in DynamoDB, through AWS's client. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { clientOptions } from '../../aws/client-options.ts';
import { type CacheEntry, PROBE, type ResponseStore } from './response-store.ts';
import { withTimeout } from './with-timeout.ts';

/** The first attempt and one retry, because a request has little time, and more calls would keep a throttled table busy. */
const MAX_ATTEMPTS = 2;
/** Longest delay before the retry. The SDK's own delay, up to 1000 ms after a throttle, can be more than a request can wait. */
const MAX_DELAY_MILLISECONDS = 20;
/** Time-out of a connection, and of a response. */
const TIMEOUT_MILLISECONDS = 1000;

type Item = Record<string, AttributeValue>;

export class DynamoStore implements ResponseStore {
  readonly #table: string;
  readonly #client: DynamoDBClient;
  readonly #responded: Promise<boolean>;

  /**
   * Begins to connect to the table, so that the connection exists before the first request needs it.
   * @param environment AWS's variables for region, keys and endpoint; a missing variable has AWS's default
   * @param concurrency largest number of requests that use the table at once
   */
  constructor(table: string, environment: NodeJS.ProcessEnv, concurrency: number) {
    this.#table = table;
    this.#client = new DynamoDBClient(clientConfiguration(environment, concurrency));
    const response = withTimeout(TIMEOUT_MILLISECONDS, (signal) => this.get(PROBE, signal));
    this.#responded = response.then(
      () => true,
      () => false,
    );
  }

  /** Whether the table responds to the constructor's request within this time. After this time, the request continues. */
  responds(milliseconds: number): Promise<boolean> {
    return withTimeout(milliseconds, () => this.#responded).catch(() => false);
  }

  async get(key: string, signal: AbortSignal, consistent = false): Promise<CacheEntry | undefined> {
    const input = { TableName: this.#table, Key: { id: { S: key } }, ConsistentRead: consistent };
    const { Item: item } = await this.#client.send(new GetItemCommand(input), { abortSignal: signal });
    return item && fromItem(item);
  }

  async putIfAbsent(entry: CacheEntry, now: number, signal: AbortSignal): Promise<CacheEntry> {
    const command = new PutItemCommand({
      TableName: this.#table,
      Item: toItem(entry),
      ConditionExpression: 'attribute_not_exists(id) OR expires < :now',
      ExpressionAttributeValues: { ':now': { N: String(now) } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.#client.send(command, { abortSignal: signal });
      return entry;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item) return fromItem(error.Item);
      // Not every implementation of DynamoDB returns the existing item when the condition fails.
      return (await this.get(entry.key, signal, true)) ?? entry;
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

function clientConfiguration(environment: NodeJS.ProcessEnv, concurrency: number): DynamoDBClientConfig {
  const limits = { timeoutMilliseconds: TIMEOUT_MILLISECONDS, maxAttempts: MAX_ATTEMPTS };
  const { requestHandler, ...options } = clientOptions(environment, 'DYNAMODB', limits);
  // One connection for each request, and one connection in reserve.
  const agent = { keepAlive: true, maxSockets: concurrency + 1 };
  return {
    ...options,
    retryStrategy: new ConfiguredRetryStrategy(MAX_ATTEMPTS, () => Math.random() * MAX_DELAY_MILLISECONDS),
    requestHandler: { ...requestHandler, httpAgent: agent, httpsAgent: agent },
  };
}

/** The attribute is named `answer` as in the entries of earlier deployments, which a new deployment must be able to read. */
function toItem({ key, response, version, digest, time, expires }: CacheEntry): Item {
  return {
    id: { S: key },
    answer: { S: response },
    version: { S: version },
    digest: { S: digest },
    time: { N: String(time) },
    expires: { N: String(expires) },
  };
}

function fromItem({ id, answer, version, digest, time, expires }: Item): CacheEntry {
  return {
    key: id?.S ?? '',
    response: answer?.S ?? '',
    version: version?.S ?? '',
    digest: digest?.S ?? '',
    time: Number(time?.N),
    expires: Number(expires?.N),
  };
}
