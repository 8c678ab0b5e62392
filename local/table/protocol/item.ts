/** Items as DynamoDB writes them in JSON, of the two types that the result cache uses: strings, and whole numbers. */
import { MAX_ITEM_BYTES } from '../../../functions/inference/cache/remembered.ts';
import type { StoredItem } from '../store/item-store.ts';
import { Refusal } from './refusal.ts';

/** Attribute that is the table's key, a string. */
const KEY = 'id';
/** Attribute that says when an item may be forgotten, in seconds since 1970. */
const EXPIRES = 'expires';
/** Of a partition key, as DynamoDB limits it. */
const MAX_KEY_BYTES = 2048;

interface Value {
  readonly type: 'S' | 'N';
  readonly text: string;
}

/** @throws {Refusal} for what DynamoDB would refuse, and for what this table does not keep */
export function readItem(given: unknown): StoredItem {
  const attributes = readObject(given, 'Item');
  let bytes = 0;
  let key: Value | undefined;
  let expires: number | undefined;
  for (const name of Object.keys(attributes)) {
    const value = readValue(attributes[name]);
    bytes += Buffer.byteLength(name) + sizeOf(value);
    if (name === KEY) key = value;
    if (name === EXPIRES && value.type === 'N') expires = Number(value.text);
  }
  if (key === undefined) throw invalid(`Missing the key ${KEY} in the item`);
  if (key.type !== 'S') throw invalid(`Type mismatch for key ${KEY} expected: S actual: ${key.type}`);
  checkKey(key.text);
  if (bytes > MAX_ITEM_BYTES)
    throw new Refusal('ValidationException', 'Item size has exceeded the maximum allowed size');
  return { id: key.text, expires, json: JSON.stringify(attributes) };
}

/** @throws {Refusal} when it is no key of this table */
export function readKey(given: unknown): string {
  const key = readObject(given, 'Key');
  const value = KEY in key ? readValue(key[KEY]) : undefined;
  if (value?.type !== 'S' || Object.keys(key).length !== 1)
    throw new Refusal('ValidationException', 'The provided key element does not match the schema');
  checkKey(value.text);
  return value.text;
}

/** @throws {Refusal} when it is no number that this table knows */
export function readNumber(given: unknown): number {
  const value = readValue(given);
  if (value.type !== 'N') throw new Refusal('ValidationException', 'This table compares numbers only');
  return Number(value.text);
}

/** @throws {Refusal} when a member of a call's input is no structure */
export function readObject(given: unknown, member: string): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return given as Record<string, unknown>;
  throw given === undefined
    ? new Refusal('ValidationException', `Value null at '${member}' failed to satisfy constraint: not null`)
    : new Refusal('SerializationException', `${member} is no structure`);
}

function readValue(given: unknown): Value {
  const value = readObject(given, 'AttributeValue');
  const [type, other] = Object.keys(value);
  if ((type !== 'S' && type !== 'N') || other !== undefined)
    throw new Refusal('ValidationException', 'This table keeps one string (S) or number (N) in an attribute');
  const text = value[type];
  if (typeof text !== 'string') throw new Refusal('SerializationException', `${type} is no string`);
  // DynamoDB writes numbers in one way only, whatever was sent: what is written so already need not be rewritten.
  if (type === 'N' && !(Number.isSafeInteger(Number(text)) && String(Number(text)) === text))
    throw new Refusal(
      'ValidationException',
      'This table keeps whole numbers below 2^53, without leading zeros',
    );
  return { type, text };
}

/**
 * As DynamoDB describes it: text as UTF-8; a number a byte for two digits, and one more.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function sizeOf({ type, text }: Value): number {
  return type === 'S' ? Buffer.byteLength(text) : Math.ceil(text.length / 2) + 1;
}

function checkKey(text: string): void {
  // Characters that are none in UTF-8 would all be the same one in the store, and their items one item.
  if (!text.isWellFormed()) throw new Refusal('SerializationException', 'The key is no Unicode text');
  if (text === '')
    throw new Refusal(
      'ValidationException',
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${KEY}`,
    );
  if (Buffer.byteLength(text) > MAX_KEY_BYTES)
    throw invalid(`Size of hashkey has exceeded the maximum size limit of ${MAX_KEY_BYTES} bytes`);
}

function invalid(what: string): Refusal {
  return new Refusal('ValidationException', `One or more parameter values were invalid: ${what}`);
}
