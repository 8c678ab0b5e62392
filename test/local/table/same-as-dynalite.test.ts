/** The embedded table is our own: it must answer the function's calls as another DynamoDB does. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DynamoClient } from '../../../functions/inference/cache/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../../functions/inference/cache/dynamodb/dynamo-table.ts';
import { MAX_ITEM_BYTES, type Remembered } from '../../../functions/inference/cache/remembered.ts';
import { startTable, type TestTable } from '../../functions/support/dynamodb.ts';
import { callRaw, embeddedTable, environmentOf } from '../helpers/embedded-table.ts';

const RUNS = 60;
/** Few ids and few seconds, so that they meet; ids that are alike, and not the same. */
const key = fc.constantFrom(
  'a',
  'A',
  'a ',
  'a\0',
  'a\0b',
  '\u00e9',
  'e\u0301',
  '\u{1f600}',
  "'; DROP TABLE items",
);
const second = fc.integer({ min: 0, max: 4 });
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const call = fc.oneof(
  fc.record({ key }),
  fc.record({
    key,
    answer: text,
    version: text,
    digest: text,
    time: fc.maxSafeInteger(),
    expires: second,
    now: second,
  }),
);

describe('The embedded table, beside dynalite', () => {
  const database = embeddedTable();
  let other: TestTable;
  beforeAll(async () => {
    other = await startTable();
  });
  afterAll(() => other.stop());
  const environments = () => [environmentOf(database), other.environment];

  it('holds and answers the same, whatever the function writes and reads', async () => {
    const clients = environments().map((environment) => new DynamoClient(environment));
    const tables = clients.map((client) => new DynamoTable('answers', client));
    const signal = new AbortController().signal;
    let run = 0;
    const ask = (table: DynamoTable, one: { key: string } | (Remembered & { now: number })) => {
      const units = { read: 0, write: 0 };
      const name = `${run} ${one.key}`;
      if (!('now' in one)) return table.read(name, units, signal);
      const { now, ...item } = one;
      return table.writeFirst({ ...item, key: name }, now, units, signal);
    };

    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
        run += 1;
        for (const one of calls) {
          const [ours, theirs] = await Promise.all(tables.map((table) => ask(table, one)));
          expect(ours).toEqual(theirs);
        }
      }),
      { numRuns: RUNS },
    );

    for (const client of clients) client.destroy();
  });

  const item = (attributes: object) => ({ TableName: 'answers', Item: { id: { S: 'id-1' }, ...attributes } });
  const ofBytes = (bytes: number) => item({ answer: { S: '_'.repeat(bytes - 'ididanswer-1'.length) } });
  const look = (Key: unknown, TableName: unknown = 'answers') => ({ TableName, Key });
  const calls: [string, string, unknown][] = [
    ['an item of 400 KB', 'PutItem', ofBytes(MAX_ITEM_BYTES)],
    ['an item of one byte more', 'PutItem', ofBytes(MAX_ITEM_BYTES + 1)],
    ['an item without its key', 'PutItem', { TableName: 'answers', Item: { answer: { S: 'a' } } }],
    ['an empty key', 'PutItem', item({ id: { S: '' } })],
    ['a key of 2,048 bytes', 'PutItem', item({ id: { S: '_'.repeat(2048) } })],
    ['a key of one byte more', 'PutItem', item({ id: { S: '_'.repeat(2049) } })],
    ['a key that is a number', 'PutItem', item({ id: { N: '1' } })],
    ['an item that is text', 'PutItem', { TableName: 'answers', Item: 'id-1' }],
    ['no item', 'PutItem', { TableName: 'answers' }],
    ['a string that is a number', 'PutItem', item({ answer: { S: 1 } })],
    ['a number that is none', 'PutItem', item({ time: { N: 'soon' } })],
    ['no string and no number', 'PutItem', item({ time: {} })],
    ['both', 'PutItem', item({ time: { S: '1', N: '1' } })],
    ['a table that is not there', 'PutItem', { ...item({}), TableName: 'others' }],
    ['no table', 'PutItem', { Item: { id: { S: 'id-1' } } }],
    ['a read of what is there', 'GetItem', look({ id: { S: 'id-1' } })],
    ['a read of what is not there', 'GetItem', look({ id: { S: 'id-2' } })],
    ['a read of an empty key', 'GetItem', look({ id: { S: '' } })],
    ['a read of a key that is too long', 'GetItem', look({ id: { S: '_'.repeat(2049) } })],
    ['a read by a number', 'GetItem', look({ id: { N: '1' } })],
    ['a read by another attribute', 'GetItem', look({ answer: { S: 'a' } })],
    ['a read by two', 'GetItem', look({ id: { S: 'id-1' }, answer: { S: 'a' } })],
    ['a read without a key', 'GetItem', { TableName: 'answers' }],
    ['a read of another table', 'GetItem', look({ id: { S: 'id-1' } }, 'others')],
    ['a body that is no JSON', 'GetItem', '{'],
    ['no operation', '', item({})],
    ['an operation that nobody knows', 'toString', item({})],
  ];
  it.each(calls)('says the same to %s', async (_, operation, body) => {
    const answers = await Promise.all(
      environments().map((environment) => callRaw(environment, operation, body)),
    );

    expect(answers[0]).toEqual(answers[1]);
  });
});
