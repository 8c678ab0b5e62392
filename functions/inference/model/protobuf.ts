/** Finds fields of protocol buffer messages in files of any size. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a file. The file is read only near the requested bytes. */
export interface Bytes {
  readonly length: number;
  at(index: number): number | undefined;
  subarray(start: number, end: number): Bytes;
  toString(): string;
}

/** Bytes of one read: only a page of memory, because gigabytes of weights may lie between two fields. */
const WINDOW_BYTES = 4096;

/**
 * Opens a file for as long as `use` runs.
 * @param use must not keep the bytes after it returns
 * @throws {Error} of the file system, if the file cannot be read
 */
export function withBytesOf<T>(file: string, use: (bytes: Bytes) => T): T {
  const descriptor = openSync(file, 'r');
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let [windowStart, windowLength] = [0, 0];
  const byteAt = (position: number): number | undefined => {
    if (position < windowStart || position >= windowStart + windowLength) {
      windowStart = position;
      windowLength = readSync(descriptor, window, 0, WINDOW_BYTES, position);
    }
    return position < windowStart + windowLength ? window[position - windowStart] : undefined;
  };
  const bytesFrom = (origin: number, length: number): Bytes => ({
    length,
    at: (index) => (index < length ? byteAt(origin + index) : undefined),
    subarray: (start, end) => bytesFrom(origin + start, Math.min(end, length) - start),
    toString: () => Buffer.from(Array.from({ length }, (_, index) => byteAt(origin + index) ?? 0)).toString(),
  });
  try {
    return use(bytesFrom(0, fstatSync(descriptor).size));
  } finally {
    closeSync(descriptor);
  }
}

export interface Field {
  readonly number: number;
  /** Encoding of the field: 0 is a varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wireType: number;
  /** Content of a length-delimited field. */
  readonly content: Bytes;
  /** Value of a varint, exact below 2^53; 0 for the other encodings. */
  readonly value: number;
}

const NOTHING: Bytes = Buffer.alloc(0);
const FIXED_LENGTHS: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** The fields of a message in turn. @throws {RangeError} if the bytes are not a message */
export function* fieldsOf(message: Bytes): Generator<Field> {
  let at = 0;
  while (at < message.length) {
    const key = readVarint(message, at);
    at = key.end;
    const number = Math.floor(key.value / 8);
    const wireType = key.value % 8;
    let content = NOTHING;
    let value = 0;
    if (wireType === 0) {
      ({ value, end: at } = readVarint(message, at));
    } else if (wireType === 2) {
      const length = readVarint(message, at);
      at = length.end + length.value;
      content = message.subarray(length.end, at);
    } else {
      at += FIXED_LENGTHS[wireType] ?? Number.NaN;
    }
    // `at` is NaN after an unknown wire type. The negated condition refuses NaN, too.
    if (!(at <= message.length)) throw new RangeError('this is not a protocol buffer');
    yield { number, wireType, content, value };
  }
}

/** Key and value of an entry of a map of texts. */
export function entryOf(message: Bytes): [key: string, value: string] {
  const texts = new Map([...fieldsOf(message)].map(({ number, content }) => [number, content.toString()]));
  return [texts.get(1) ?? '', texts.get(2) ?? ''];
}

function readVarint(message: Bytes, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < message.length && at < start + 10; at += 1) {
    const byte = message.at(at) as number;
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new RangeError('this is not a protocol buffer');
}
