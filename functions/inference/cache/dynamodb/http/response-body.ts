/** The body of an HTTP/1.1 response (RFC 9112, sections 6 and 7), however it is cut into pieces on the way. */
import { ProtocolError } from './protocol-error.ts';
import type { ResponseHead } from './response-head.ts';

/** DynamoDB's largest item has 400 KB, and JSON makes six bytes of one at most. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** A line that tells the size of a chunk, and what may follow the last one. */
const MAX_LINE_BYTES = 1024;

/** Takes the bytes of a body as they come. */
export interface ResponseBody {
  /**
   * @returns the bytes after the end of the body, possibly none; undefined while it goes on
   * @throws {ProtocolError}
   */
  push(bytes: Buffer): Buffer | undefined;
  readonly text: string;
}

/** @throws {ProtocolError} when it would be too large */
export function bodyOf({ length }: ResponseHead): ResponseBody {
  if (length === 'chunked') return new ChunkedBody();
  return new PlainBody(length ?? Number.POSITIVE_INFINITY);
}

/** Pieces that are put together once. */
class Pieces {
  readonly #pieces: Buffer[] = [];
  size = 0;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.size += piece.length;
    if (this.size > MAX_BODY_BYTES) throw tooLarge();
  }

  get text(): string {
    const [first] = this.#pieces;
    return (this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces)).toString();
  }
}

/** So many bytes, or all until the other side closes. */
class PlainBody implements ResponseBody {
  readonly #length: number;
  readonly #pieces = new Pieces();

  constructor(length: number) {
    if (Number.isFinite(length) && length > MAX_BODY_BYTES) throw tooLarge();
    this.#length = length;
  }

  push(bytes: Buffer): Buffer | undefined {
    const missing = this.#length - this.#pieces.size;
    this.#pieces.add(bytes.length > missing ? bytes.subarray(0, missing) : bytes);
    return bytes.length < missing ? undefined : bytes.subarray(missing);
  }

  get text(): string {
    return this.#pieces.text;
  }
}

/**
 * size line ──▶ so many bytes, and a line's end ──▶ size line … size line of 0 ──▶ lines until an empty one
 */
class ChunkedBody implements ResponseBody {
  readonly #pieces = new Pieces();
  #state: 'size' | 'bytes' | 'end of bytes' | 'trailer' = 'size';
  /** Of this chunk. */
  #missing = 0;
  #line = '';

  get text(): string {
    return this.#pieces.text;
  }

  push(bytes: Buffer): Buffer | undefined {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#state === 'bytes') {
        const piece = rest.subarray(0, this.#missing);
        this.#pieces.add(piece);
        this.#missing -= piece.length;
        rest = rest.subarray(piece.length);
        if (this.#missing === 0) this.#state = 'end of bytes';
        continue;
      }
      const end = rest.indexOf('\n');
      this.#line += rest.toString('latin1', 0, end === -1 ? rest.length : end + 1);
      if (this.#line.length > MAX_LINE_BYTES) throw new ProtocolError('A line of the answer is too long');
      if (end === -1) return undefined;
      rest = rest.subarray(end + 1);
      if (this.#takeLine()) return rest;
    }
    return undefined;
  }

  /** @returns whether it was the last */
  #takeLine(): boolean {
    const line = this.#line.replace(/\r?\n$/, '');
    this.#line = '';
    if (this.#state === 'trailer') return line === '';
    if (this.#state === 'end of bytes') {
      if (line !== '') throw new ProtocolError('A chunk of the answer is longer than it says');
      this.#state = 'size';
      return false;
    }
    const [, size] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (size === undefined) throw new ProtocolError('A chunk of the answer does not tell its size');
    this.#missing = Number.parseInt(size, 16);
    this.#state = this.#missing === 0 ? 'trailer' : 'bytes';
    return false;
  }
}

function tooLarge(): ProtocolError {
  return new ProtocolError(`The answer has more than ${MAX_BODY_BYTES} bytes`);
}
