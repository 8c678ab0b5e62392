/** Reads only the requested bytes of a file of any size. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Bytes } from './protobuf.ts';

/** Bytes of one read: a page, because there may be gigabytes of weights between two fields. */
const WINDOW_BYTES = 4096;

/**
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
