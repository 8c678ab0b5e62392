import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DynamoTable } from '../../../../../functions/inference/cache/dynamodb/dynamo-table.ts';
import {
  type Remembered,
  readUnits,
  writeUnits,
} from '../../../../../functions/inference/cache/remembered.ts';
import { startTable, type TestTable } from '../../../support/dynamodb.ts';

const NOW = 1_795_255_200;
const signal = AbortSignal.timeout(20_000);

describe('table in DynamoDB', () => {
  let database: TestTable;
  let table: DynamoTable;
  let item: Remembered;
  beforeAll(async () => {
    database = await startTable();
    table = new DynamoTable('answers', database.client);
  });
  afterAll(() => database.stop());
  beforeEach(() => {
    const key = `colours#${crypto.randomUUID()}`;
    item = {
      key,
      answer: '永',
      version: '1',
      digest: 'f'.repeat(64),
      time: 1,
      expires: NOW + 60,
    };
  });
  const units = () => ({ read: 0, write: 0 });

  it('gives back what was written', async () => {
    await table.writeFirst(item, NOW, units(), signal);

    expect(await table.read(item.key, units(), signal)).toEqual(item);
  });

  it('finds nothing under an id that was never asked', async () => {
    expect(await table.read('colours#never', units(), signal)).toBeUndefined();
  });

  it('keeps the first of two answers', async () => {
    await table.writeFirst(item, NOW, units(), signal);

    expect(await table.writeFirst({ ...item, answer: '水' }, NOW, units(), signal)).toEqual(item);
  });

  it('keeps one of ten that come at once, and tells all of them which', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        table.writeFirst({ ...item, answer: `${index}` }, NOW, units(), signal),
      ),
    );

    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1);
  });

  it('replaces an answer that has expired and not been deleted yet', async () => {
    await table.writeFirst({ ...item, expires: NOW - 1 }, NOW - 60, units(), signal);

    expect((await table.writeFirst({ ...item, answer: '水' }, NOW, units(), signal)).answer).toBe('水');
  });

  it('uses the item that a refused write returns, where the database returns it', async () => {
    await table.writeFirst(item, NOW, units(), signal);
    const asked: string[] = [];
    database.client.middlewareStack.add(
      (next, { commandName }) =>
        async (request) => {
          asked.push(commandName ?? '');
          return next(request).catch(async (error) => {
            const { Item } = await reader.send(
              new GetItemCommand({ TableName: 'answers', Key: { id: { S: item.key } } }),
            );
            throw Object.assign(error, { Item });
          });
        },
      { name: 'returnOldItem' },
    );
    const reader = (await startReader()) as DynamoDBClient;
    const used = units();

    const first = await table.writeFirst({ ...item, answer: '水' }, NOW, used, signal);

    database.client.middlewareStack.remove('returnOldItem');
    reader.destroy();
    expect(first).toEqual(item);
    expect(asked).toEqual(['PutItemCommand']);
    expect(used).toEqual({ read: 0, write: 1 });
  });

  it.each([10, 700, 950, 1_500, 5_000, 20_000])(
    'counts the units that the database counts, an answer of %i characters',
    async (length) => {
      const ReturnConsumedCapacity = 'TOTAL';
      const large = { ...item, answer: 'x'.repeat(length) };
      await table.writeFirst(large, NOW, units(), signal);
      const Key = { id: { S: large.key } };
      const read = await database.client.send(
        new GetItemCommand({ TableName: 'answers', Key, ReturnConsumedCapacity }),
      );
      const write = await database.client.send(
        new PutItemCommand({ TableName: 'answers', Item: read.Item, ReturnConsumedCapacity }),
      );

      expect(write.ConsumedCapacity?.CapacityUnits).toBe(writeUnits(large));
      expect(read.ConsumedCapacity?.CapacityUnits).toBe(readUnits(large, false));
    },
  );

  async function startReader(): Promise<DynamoDBClient> {
    const { region, credentials, endpoint } = database.client.config;
    return new DynamoDBClient({ region, credentials, endpoint: await endpoint?.() } as object);
  }
});
