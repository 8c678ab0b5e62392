/** The two operations of DynamoDB that the result cache uses, as far as it uses them; whatever else is asked is refused. */
import type { ItemStore } from '../store/item-store.ts';
import { readItem, readKey, readNumber, readObject } from './item.ts';
import { Refusal } from './refusal.ts';

type Input = Readonly<Record<string, unknown>>;

/** An operation, and the members of its input that are understood. */
export interface Operation {
  readonly members: readonly string[];
  /**
   * @returns JSON of what it answers
   * @throws {Refusal} when nothing is done
   */
  run(input: Input, store: ItemStore): string;
}

/** The first answer wins, until it has expired. */
const FIRST_WINS = 'attribute_not_exists(id) OR expires < :now';

const getItem: Operation = {
  members: ['TableName', 'Key', 'ConsistentRead'],
  run({ Key: key, ConsistentRead: consistent = false }, store) {
    if (typeof consistent !== 'boolean')
      throw new Refusal('SerializationException', 'ConsistentRead is no boolean');
    const found = store.get(readKey(key));
    return found === undefined ? '{}' : `{"Item":${found}}`;
  },
};

const putItem: Operation = {
  members: [
    'TableName',
    'Item',
    'ConditionExpression',
    'ExpressionAttributeValues',
    'ReturnValuesOnConditionCheckFailure',
  ],
  run(input, store) {
    const { returnsOld, now } = readCondition(input);
    const item = readItem(input.Item);
    if (now === undefined) store.put(item);
    else if (!store.putFirst(item, now)) {
      const old = returnsOld ? store.get(item.id) : undefined;
      throw new Refusal('ConditionalCheckFailedException', 'The conditional request failed', old);
    }
    return '{}';
  },
};

export const OPERATIONS: Readonly<Record<string, Operation>> = { GetItem: getItem, PutItem: putItem };

/** @returns `now`: the second since 1970 from which an item that is there has expired; undefined without a condition */
function readCondition({
  ConditionExpression: condition,
  ExpressionAttributeValues: values,
  ReturnValuesOnConditionCheckFailure: returned = 'NONE',
}: Input): { readonly returnsOld: boolean; readonly now: number | undefined } {
  if (returned !== 'NONE' && returned !== 'ALL_OLD')
    throw new Refusal('ValidationException', 'ReturnValuesOnConditionCheckFailure is NONE or ALL_OLD');
  const returnsOld = returned === 'ALL_OLD';
  if (condition === undefined && values === undefined) return { returnsOld, now: undefined };
  if (condition !== FIRST_WINS)
    throw new Refusal('ValidationException', `This table understands one condition: ${FIRST_WINS}`);
  const named = readObject(values, 'ExpressionAttributeValues');
  if (Object.keys(named).join() !== ':now')
    throw new Refusal('ValidationException', 'ExpressionAttributeValues must hold :now, and nothing else');
  return { returnsOld, now: readNumber(named[':now']) };
}
