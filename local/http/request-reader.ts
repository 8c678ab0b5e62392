import { ChunkedBody, type RequestBody, SizedBody } from './request-body.ts';
import { type RequestHead, type RequestHeaders, readRequestHead } from './request-head.ts';
import { UnreadableRequest } from './unreadable-request.ts';

/** Bytes of a request's first line and headers, at most. */
export const HEAD_LIMIT = 16_384;
const HEAD_END = '\r\n\r\n';
const LINE_END = Buffer.from('\r\n');

/** A request that has come completely. */
export interface HttpRequest {
  readonly method: string;
  /** As it was sent: `/path?query`, or with `http://host` in front. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Empty without one; undefined: larger than it may be. */
  readonly body: Buffer | undefined;
}

/** A request, and whether the connection ends with its reply. */
export interface ReceivedRequest {
  readonly request: HttpRequest;
  readonly last: boolean;
}

/** Makes requests of the bytes of a connection, however these are cut into pieces. */
export class RequestReader {
  readonly #bodyLimit: number;
  readonly #mayContinue: () => void;
  #unread: Buffer = Buffer.alloc(0);
  /** Where the head was not found to end so far. */
  #searched = 0;
  /** The request whose body is on its way. */
  #current: { readonly head: RequestHead; readonly body: RequestBody } | undefined;
  /** It has been given out already, as too large. */
  #givenOut = false;

  /**
   * @param bodyLimit bytes
   * @param mayContinue tells the client that it may send the body, where it waits for that
   */
  constructor(bodyLimit: number, mayContinue: () => void) {
    this.#bodyLimit = bodyLimit;
    this.#mayContinue = mayContinue;
  }

  /** Bytes that have come and are not read yet. */
  get unread(): number {
    return this.#unread.length;
  }

  /** Whether the end of a request is still to come. */
  get amidst(): boolean {
    return this.#unread.length > 0 || this.#current !== undefined;
  }

  push(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
  }

  /** The next request; undefined while it is not there. @throws {UnreadableRequest} */
  next(): ReceivedRequest | undefined {
    for (;;) {
      this.#current ??= this.#begin();
      if (!this.#current) return undefined;
      const { head, body } = this.#current;
      this.#unread = body.take(this.#unread);
      const givenOut = this.#givenOut;
      this.#givenOut = body.tooLarge && !body.complete;
      if (body.complete) this.#current = undefined;
      if (!givenOut && (body.complete || body.tooLarge)) return describe(head, body);
      if (!body.complete) return undefined;
    }
  }

  #begin() {
    const head = this.#readHead();
    if (!head) return undefined;
    const { bodyLength } = head;
    const body =
      bodyLength === undefined
        ? new ChunkedBody(this.#bodyLimit)
        : new SizedBody(bodyLength, this.#bodyLimit);
    if (head.asksToContinue && !body.tooLarge && this.#unread.length === 0) this.#mayContinue();
    return { head, body };
  }

  #readHead(): RequestHead | undefined {
    // A client may end its last request with one line too many (RFC 9112, 2.2).
    while (this.#searched === 0 && LINE_END.equals(this.#unread.subarray(0, 2)))
      this.#unread = this.#unread.subarray(2);
    const end = this.#unread.indexOf(HEAD_END, this.#searched);
    if (end > HEAD_LIMIT || (end === -1 && this.#unread.length > HEAD_LIMIT))
      throw new UnreadableRequest(431, `a head of more than ${HEAD_LIMIT} bytes`);
    if (end === -1) {
      this.#searched = Math.max(0, this.#unread.length - HEAD_END.length + 1);
      return undefined;
    }
    const head = readRequestHead(this.#unread.toString('latin1', 0, end));
    this.#unread = this.#unread.subarray(end + HEAD_END.length);
    this.#searched = 0;
    return head;
  }
}

function describe(
  { method, target, headers, last, asksToContinue }: RequestHead,
  body: RequestBody,
): ReceivedRequest {
  const request = { method, target, headers, body: body.tooLarge ? undefined : body.bytes };
  // Who was not told to go on may send the body, or not: nobody knows what comes next.
  return { request, last: last || (asksToContinue && body.tooLarge) };
}
