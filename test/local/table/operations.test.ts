/** What the embedded table does beyond dynalite, and what it refuses because it does not understand it. */
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRaw, embeddedTable, environmentOf } from '../helpers/embedded-table.ts';

const CONDITION = 'attribute_not_exists(id) OR expires < :now';
const first = (id: string, answer: string, now = 0) => ({
  TableName: 'answers',
  Item: { id: { S: id }, answer: { S: answer }, expires: { N: '10' } },
  ConditionExpression: CONDITION,
  ExpressionAttributeValues: { ':now': { N: String(now) } },
});
const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

describe('The embedded table', () => {
  const database = embeddedTable();
  const call = (operation: string, input: unknown) => callRaw(environmentOf(database), operation, input);

  it('returns the item that was in the way of a conditional write, where it is asked for', async () => {
    await call('PutItem', first('way', '永'));

    const told = await call('PutItem', { ...first('way', '水'), ...old });
    const untold = await call('PutItem', first('way', '水'));

    const refused = { status: 400, error: 'ConditionalCheckFailedException' };
    expect(told).toEqual({ ...refused, item: first('way', '永').Item });
    expect(untold).toEqual({ ...refused, item: undefined });
  });

  it('gives the id of an item that has expired to the next', async () => {
    await call('PutItem', first('late', '永'));

    expect(await call('PutItem', first('late', '水', 10))).toMatchObject({ status: 400 });
    expect(await call('PutItem', first('late', '水', 11))).toMatchObject({ status: 200 });
  });

  it('keeps an item that never expires', async () => {
    const Item = { id: { S: 'for ever' } };
    await call('PutItem', { TableName: 'answers', Item });

    expect(await call('PutItem', { ...first('for ever', '水', 99), ...old })).toMatchObject({ item: Item });
  });

  const known = first('refused', '永');
  const unknown: [string, string, unknown][] = [
    ['another condition', 'PutItem', { ...known, ConditionExpression: 'attribute_not_exists(id)' }],
    ['the condition of old', 'PutItem', { ...known, Expected: {} }],
    ['values without a condition', 'PutItem', { ...known, ConditionExpression: undefined }],
    ['a condition without values', 'PutItem', { ...known, ExpressionAttributeValues: undefined }],
    ['other values', 'PutItem', { ...known, ExpressionAttributeValues: { ':then': { N: '1' } } }],
    ['a time that is text', 'PutItem', { ...known, ExpressionAttributeValues: { ':now': { S: '1' } } }],
    ['to return something else', 'PutItem', { ...known, ReturnValues: 'ALL_OLD' }],
    ['to return what nobody knows', 'PutItem', { ...known, ReturnValuesOnConditionCheckFailure: 'ALL' }],
    ['a list', 'PutItem', { ...known, Item: { ...known.Item, answer: { L: [] } } }],
    [
      'a number that is rounded',
      'PutItem',
      { ...known, Item: { ...known.Item, time: { N: '9007199254740993' } } },
    ],
    ['a fraction', 'PutItem', { ...known, Item: { ...known.Item, time: { N: '0.5' } } }],
    [
      'a part of an item',
      'GetItem',
      { TableName: 'answers', Key: { id: { S: 'a' } }, ProjectionExpression: 'id' },
    ],
  ];
  it.each(unknown)('refuses %s, and does nothing', async (_, operation, input) => {
    expect(await call(operation, input)).toMatchObject({ status: 400, error: 'ValidationException' });

    const Key = { id: { S: 'refused' } };
    expect(await call('GetItem', { TableName: 'answers', Key })).toMatchObject({ item: undefined });
  });

  const broken: [string, string, unknown][] = [
    ['a key that is no Unicode text', 'PutItem', first('\ud800', '永')],
    ['an array', 'GetItem', '[]'],
    ['a read that is consistent in some way', 'GetItem', { ...known, ConsistentRead: 'yes' }],
  ];
  it.each(broken)('cannot read %s', async (_, operation, input) => {
    expect(await call(operation, input)).toMatchObject({ status: 400 });
  });

  describe("behind AWS's own client", () => {
    let client: DynamoDBClient;
    beforeAll(() => {
      const { endpoint, credentials } = database;
      client = new DynamoDBClient({ endpoint, credentials, region: 'us-east-1', maxAttempts: 1 });
    });
    afterAll(() => client.destroy());

    it('writes, refuses and reads', async () => {
      await client.send(new PutItemCommand(first('by AWS', '永')));

      const again = client.send(new PutItemCommand({ ...first('by AWS', '水'), ...old }));
      await expect(again).rejects.toMatchObject({
        name: 'ConditionalCheckFailedException',
        Item: { answer: { S: '永' } },
      });

      const read = new GetItemCommand({ TableName: 'answers', Key: { id: { S: 'by AWS' } } });
      expect((await client.send(read)).Item).toEqual(first('by AWS', '永').Item);
    });

    it('says what it does not know', async () => {
      await expect(client.send(new ScanCommand({ TableName: 'answers' }))).rejects.toMatchObject({
        name: 'UnknownOperationException',
        message: 'This table knows GetItem and PutItem only',
      });
    });
  });
});
