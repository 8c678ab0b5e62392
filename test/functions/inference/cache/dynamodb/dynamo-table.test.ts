import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DynamoClient } from '../../../../../functions/inference/cache/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../../../../functions/inference/cache/dynamodb/dynamo-table.ts';
import {
  type Remembered,
  readUnits,
  writeUnits,
} from '../../../../../functions/inference/cache/remembered.ts';
import { pointTo, startTable, type TestTable } from '../../../support/dynamodb.ts';

const NOW = 1_795_255_200;
const signal = AbortSignal.timeout(20_000);

describe('table in DynamoDB', () => {
  let database: TestTable;
  let client: DynamoClient;
  let table: DynamoTable;
  let item: Remembered;
  beforeAll(async () => {
    database = await startTable();
    client = new DynamoClient(database.environment, 10);
    table = new DynamoTable('answers', client);
  });
  afterAll(async () => {
    client.destroy();
    await database.stop();
  });
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
    const asked: unknown[] = [];
    const Item = { ...itemOf('水'), id: { S: item.key } };
    const server = createServer((request, response) => {
      asked.push(request.headers['x-amz-target']);
      const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
      response
        .writeHead(400)
        .end(JSON.stringify({ __type, message: 'The conditional request failed', Item }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const other = new DynamoClient(pointTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const used = units();

    const first = await new DynamoTable('answers', other).writeFirst(item, NOW, used, signal);

    expect(first).toEqual({ ...item, answer: '水' });
    expect(asked).toEqual(['DynamoDB_20120810.PutItem']);
    expect(used).toEqual({ read: 0, write: 1 });
    other.destroy();
    server.close();
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

  /** The item under another answer, as DynamoDB writes it. */
  function itemOf(answer: string) {
    const { version, digest, time, expires } = item;
    const texts = { answer: { S: answer }, version: { S: version }, digest: { S: digest } };
    return { ...texts, time: { N: `${time}` }, expires: { N: `${expires}` } };
  }
});
