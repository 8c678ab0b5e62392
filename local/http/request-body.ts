import { GatheredBytes } from './gathered-bytes.ts';
import { FIELD_LINE } from './request-head.ts';
import { UnreadableRequest } from './unreadable-request.ts';

/** Bytes of a line that frames a chunk, and of all trailers together. */
const LONGEST_LINE = 4096;
const CHUNK_SIZE = /^([0-9a-f]{1,12})(?:;[\w-]+(?:=(?:[\w.-]+|"[\w .-]*"))?)*$/i;

/** A body that is on its way. */
export interface RequestBody {
  /** Takes what belongs to it. @returns what it leaves for later @throws {UnreadableRequest} */
  take(bytes: Buffer): Buffer;
  /** All of it has been taken. */
  readonly complete: boolean;
  /** It is larger than it may be, and nothing of it is kept. */
  readonly tooLarge: boolean;
  readonly bytes: Buffer;
}

/** A body whose length is known (RFC 9112, 6.2). */
export class SizedBody implements RequestBody {
  readonly tooLarge: boolean;
  readonly #gathered: GatheredBytes;
  #left: number;

  constructor(length: number, limit: number) {
    this.tooLarge = length > limit;
    this.#gathered = new GatheredBytes(length);
    this.#left = length;
  }

  get complete(): boolean {
    return this.#left === 0;
  }

  get bytes(): Buffer {
    return this.#gathered.bytes;
  }

  take(bytes: Buffer): Buffer {
    if (this.#left === 0 || bytes.length === 0) return bytes;
    const part = bytes.subarray(0, this.#left);
    this.#left -= part.length;
    if (!this.tooLarge) this.#gathered.add(part);
    return bytes.subarray(part.length);
  }
}

/** A body in chunks, each of which tells its length (RFC 9112, 7.1). Trailers are thrown away. */
export class ChunkedBody implements RequestBody {
  complete = false;
  tooLarge = false;
  readonly #limit: number;
  readonly #gathered: GatheredBytes;
  /** What the next line is, where it is not data that comes. */
  #line: 'size' | 'end of chunk' | 'trailer' = 'size';
  /** Bytes of data until then. */
  #left = 0;
  #trailerLength = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#gathered = new GatheredBytes(limit);
  }

  get bytes(): Buffer {
    return this.#gathered.bytes;
  }

  take(bytes: Buffer): Buffer {
    let rest = bytes;
    while (!this.complete && rest.length > 0) {
      if (this.#left > 0) {
        const part = rest.subarray(0, this.#left);
        this.#left -= part.length;
        this.#keep(part);
        rest = rest.subarray(part.length);
      } else {
        const end = rest.indexOf('\r\n');
        if (end > LONGEST_LINE || (end === -1 && rest.length > LONGEST_LINE)) throw malformed();
        if (end === -1) break;
        this.#readLine(rest.toString('latin1', 0, end));
        rest = rest.subarray(end + 2);
      }
    }
    return rest;
  }

  #keep(part: Buffer): void {
    this.tooLarge ||= this.#gathered.length + part.length > this.#limit;
    if (!this.tooLarge) this.#gathered.add(part);
  }

  #readLine(line: string): void {
    if (this.#line === 'size') {
      const [, size] = CHUNK_SIZE.exec(line) ?? [];
      if (size === undefined) throw malformed();
      this.#left = Number.parseInt(size, 16);
      this.#line = this.#left === 0 ? 'trailer' : 'end of chunk';
    } else if (this.#line === 'end of chunk') {
      if (line !== '') throw malformed();
      this.#line = 'size';
    } else if (line === '') {
      this.complete = true;
    } else {
      this.#trailerLength += line.length;
      if (this.#trailerLength > LONGEST_LINE || !FIELD_LINE.test(line)) throw malformed();
    }
  }
}

function malformed(): UnreadableRequest {
  return new UnreadableRequest(400, 'malformed: a chunk of the body');
}
