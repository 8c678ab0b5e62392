/** The table of answers in DynamoDB. The client costs most of its CPU in conveniences: none of them is used. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { AnswerTable } from './answer-table.ts';
import { type Remembered, UNITS, type Units } from './remembered.ts';

type Item = Record<string, AttributeValue>;

export class DynamoTable implements AnswerTable {
  readonly #client: DynamoDBClient;
  readonly #name: string;

  constructor(name: string, client: DynamoDBClient) {
    this.#name = name;
    this.#client = client;
  }

  read(key: string, units: Units, signal: AbortSignal): Promise<Remembered | undefined> {
    units.read += UNITS.read;
    return this.#get(key, false, signal);
  }

  async writeFirst(item: Remembered, now: number, units: Units, signal: AbortSignal): Promise<Remembered> {
    units.write += UNITS.write;
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
      units.read += UNITS.consistentRead;
      return (await this.#get(item.key, true, signal)) ?? item;
    }
  }

  async #get(key: string, consistent: boolean, signal: AbortSignal): Promise<Remembered | undefined> {
    const { Item: item } = await this.#client.send(
      new GetItemCommand({ TableName: this.#name, Key: { id: { S: key } }, ConsistentRead: consistent }),
      { abortSignal: signal },
    );
    return item && fromItem(item);
  }
}

function toItem({ key, answer, confidence, version, image, time, expires }: Remembered): Item {
  return {
    id: { S: key },
    answer: { S: answer },
    confidence: { N: String(confidence) },
    version: { S: version },
    image: { S: image },
    time: { N: String(time) },
    expires: { N: String(expires) },
  };
}

function fromItem(item: Item): Remembered {
  return {
    key: item.id?.S ?? '',
    answer: item.answer?.S ?? '',
    confidence: Number(item.confidence?.N),
    version: item.version?.S ?? '',
    image: item.image?.S ?? '',
    time: Number(item.time?.N),
    expires: Number(item.expires?.N),
  };
}
