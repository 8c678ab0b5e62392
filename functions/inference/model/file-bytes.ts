/** Bytes of a file of any size, of which only those are read that are requested. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Bytes } from './protobuf.ts';

/** What is read at once: a page, as there may be gigabytes of weights between two fields. */
const WINDOW_BYTES = 4096;

/**
 * @param use must be done with the bytes when it returns
 * @throws {Error} of the file system, where it cannot be read
 */
export function withBytesOf<T>(file: string, use: (bytes: Bytes) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return use(new FileBytes(new Window(descriptor), 0, fstatSync(descriptor).size));
  } finally {
    closeSync(descriptor);
  }
}

class Window {
  readonly #descriptor: number;
  readonly #bytes = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  at(position: number): number | undefined {
    if (position < this.#start || position >= this.#start + this.#length) {
      this.#start = position;
      this.#length = readSync(this.#descriptor, this.#bytes, 0, WINDOW_BYTES, position);
    }
    return position < this.#start + this.#length ? this.#bytes[position - this.#start] : undefined;
  }
}

class FileBytes implements Bytes {
  readonly length: number;
  readonly #window: Window;
  readonly #start: number;

  constructor(window: Window, start: number, end: number) {
    this.#window = window;
    this.#start = start;
    this.length = end - start;
  }

  at(index: number): number | undefined {
    return index < this.length ? this.#window.at(this.#start + index) : undefined;
  }

  subarray(start: number, end: number): Bytes {
    return new FileBytes(this.#window, this.#start + start, this.#start + Math.min(end, this.length));
  }

  toString(): string {
    return Buffer.from(Array.from({ length: this.length }, (_, index) => this.at(index) ?? 0)).toString();
  }
}
