/** The table of answers in DynamoDB. The client costs most of its CPU in conveniences: none of them is used. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { AnswerTable } from '../answer-table.ts';
import { type Remembered, readUnits, type Units, writeUnits } from '../remembered.ts';

type Item = Record<string, AttributeValue>;

export class DynamoTable implements AnswerTable {
  readonly #client: DynamoDBClient;
  readonly #name: string;

  constructor(name: string, client: DynamoDBClient) {
    this.#name = name;
    this.#client = client;
  }

  read(key: string, units: Units, signal: AbortSignal): Promise<Remembered | undefined> {
    return this.#get(key, false, units, signal);
  }

  async writeFirst(item: Remembered, now: number, units: Units, signal: AbortSignal): Promise<Remembered> {
    units.write += writeUnits(item);
    try {
      await this.#client.send(
        new PutItemCommand({
          TableName: this.#name,
          Item: toItem(item),
          ConditionExpression: 'attribute_not_exists(id) OR expires < :now',
          ExpressionAttributeValues: { ':now': { N: String(now) } },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
        { abortSignal: signal },
      );
      return item;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item) return fromItem(error.Item);
      // Not every DynamoDB returns the item that was in the way.
      return (await this.#get(item.key, true, units, signal)) ?? item;
    }
  }

  async #get(
    key: string,
    consistent: boolean,
    units: Units,
    signal: AbortSignal,
  ): Promise<Remembered | undefined> {
    const { Item: item } = await this.#client.send(
      new GetItemCommand({ TableName: this.#name, Key: { id: { S: key } }, ConsistentRead: consistent }),
      { abortSignal: signal },
    );
    const found = item && fromItem(item);
    units.read += readUnits(found, consistent);
    return found;
  }
}

function toItem({ key, answer, version, digest, time, expires }: Remembered): Item {
  return {
    id: { S: key },
    answer: { S: answer },
    version: { S: version },
    digest: { S: digest },
    time: { N: String(time) },
    expires: { N: String(expires) },
  };
}

function fromItem(item: Item): Remembered {
  return {
    key: item.id?.S ?? '',
    answer: item.answer?.S ?? '',
    version: item.version?.S ?? '',
    digest: item.digest?.S ?? '',
    time: Number(item.time?.N),
    expires: Number(item.expires?.N),
  };
}
