/** The table of answers in DynamoDB. */
import type { AnswerTable } from '../answer-table.ts';
import { type Remembered, readUnits, type Units, writeUnits } from '../remembered.ts';
import { type AttributeValue, type DynamoClient, DynamoError, type Item } from './dynamo-client.ts';

/** How DynamoDB names the refusal of a conditional write. */
const IN_THE_WAY = 'ConditionalCheckFailedException';

const text = (value: AttributeValue | undefined): string => (value && 'S' in value ? value.S : '');
const number = (value: AttributeValue | undefined): number =>
  value && 'N' in value ? Number(value.N) : Number.NaN;

export class DynamoTable implements AnswerTable {
  readonly #client: DynamoClient;
  readonly #name: string;

  constructor(name: string, client: DynamoClient) {
    this.#name = name;
    this.#client = client;
  }

  read(key: string, units: Units, signal: AbortSignal): Promise<Remembered | undefined> {
    return this.#get(key, false, units, signal);
  }

  async writeFirst(item: Remembered, now: number, units: Units, signal: AbortSignal): Promise<Remembered> {
    units.write += writeUnits(item);
    try {
      await this.#client.call(
        'PutItem',
        {
          TableName: this.#name,
          Item: toItem(item),
          ConditionExpression: 'attribute_not_exists(id) OR expires < :now',
          ExpressionAttributeValues: { ':now': { N: String(now) } },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        signal,
      );
      return item;
    } catch (error) {
      if (!(error instanceof DynamoError) || error.name !== IN_THE_WAY) throw error;
      if (error.item) return fromItem(error.item);
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
    const { Item: item } = await this.#client.call(
      'GetItem',
      { TableName: this.#name, Key: { id: { S: key } }, ConsistentRead: consistent },
      signal,
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
    key: text(item.id),
    answer: text(item.answer),
    version: text(item.version),
    digest: text(item.digest),
    time: number(item.time),
    expires: number(item.expires),
  };
}
