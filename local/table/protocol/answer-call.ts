/** DynamoDB's own protocol, AWS JSON 1.0, for one table. */
import type { ItemStore } from '../store/item-store.ts';
import { readObject } from './item.ts';
import { OPERATIONS } from './operations.ts';
import { Refusal } from './refusal.ts';

/** Begins the names of operations in `x-amz-target`. */
const TARGET = 'DynamoDB_20120810.';

/** What is served. */
export interface ServedTable {
  readonly name: string;
  readonly store: ItemStore;
}

/** An answer, as JSON. */
export interface CallAnswer {
  readonly status: 200 | 400;
  readonly json: string;
}

/**
 * @param target the header `x-amz-target`
 * @param body undefined: larger than anything that could be understood
 * @throws the store's error when it fails
 */
export function answerCall(
  table: ServedTable,
  target: string | undefined,
  body: Buffer | undefined,
): CallAnswer {
  try {
    return { status: 200, json: run(table, target, body) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 400, json: error.json };
  }
}

function run({ name, store }: ServedTable, target = '', body: Buffer | undefined): string {
  const asked = target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
  const operation = Object.hasOwn(OPERATIONS, asked) ? OPERATIONS[asked] : undefined;
  if (!operation) {
    const known = Object.keys(OPERATIONS).join(' and ');
    throw new Refusal('UnknownOperationException', `This table knows ${known} only`);
  }
  if (!body) throw new Refusal('ValidationException', 'Item size has exceeded the maximum allowed size');
  const input = readObject(parse(body), 'The input');
  const unknown = Object.keys(input).find((member) => !operation.members.includes(member));
  if (unknown !== undefined)
    throw new Refusal('ValidationException', `This table does not understand ${unknown} of ${asked}`);
  if (typeof input.TableName !== 'string')
    throw new Refusal(
      'ValidationException',
      "Value null at 'tableName' failed to satisfy constraint: not null",
    );
  if (input.TableName !== name)
    throw new Refusal('ResourceNotFoundException', 'Requested resource not found');
  return operation.run(input, store);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal('SerializationException', 'The body is no JSON');
  }
}
