/** One HTTP request and its response, with the times and limits that the server watches. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The outcome of receiving a body. */
type Received = Buffer<ArrayBuffer> | 'request-too-large' | 'too-many-uploads';

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Id of the request in logs. */
  readonly number: number;
  /** All times here are in milliseconds of `performance.now()`. */
  readonly arrival = performance.now();
  /** When the last bytes of the request's body arrived; undefined while no body is being received. */
  receivingSince: number | undefined;
  /** When the response began. */
  respondedAt: number | undefined;
  readonly #heldBytes: HeldBytes;
  readonly #bodyLimit: number;
  /** Bytes of the request's body that are held in memory. */
  #held = 0;

  /** @param bodyLimit bytes */
  constructor(
    number: number,
    request: IncomingMessage,
    response: ServerResponse,
    heldBytes: HeldBytes,
    bodyLimit: number,
  ) {
    this.number = number;
    this.request = request;
    this.response = response;
    this.#heldBytes = heldBytes;
    this.#bodyLimit = bodyLimit;
  }

  /** Whether the client no longer waits for a response. */
  get isOver(): boolean {
    return this.respondedAt !== undefined || this.response.closed;
  }

  /** Called when the response is sent, or the client has gone. */
  close(): void {
    this.#heldBytes.take(-this.#held);
    this.#held = 0;
    this.receivingSince = undefined;
  }

  /**
   * Collects the body, and calls `done` once: with the bytes, or with a reason as soon as there are too many. Never
   * calls it if the client aborts, or the exchange ends before.
   */
  receive(done: (body: Received) => void): void {
    const { request } = this;
    const parts: Buffer[] = [];
    let length = 0;
    this.receivingSince = performance.now();
    const end = (body: Received) => {
      request.off('data', onData).off('end', onEnd);
      this.receivingSince = undefined;
      if (!this.isOver) done(body);
    };
    const onData = (part: Buffer) => {
      if (this.isOver) return;
      this.receivingSince = performance.now();
      length += part.length;
      if (length > this.#bodyLimit) end('request-too-large');
      else if (!this.#heldBytes.take(part.length)) end('too-many-uploads');
      else {
        this.#held += part.length;
        parts.push(part);
      }
    };
    const onEnd = () =>
      end((parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)) as Buffer<ArrayBuffer>);
    request.on('data', onData).on('end', onEnd);
  }
}

/** Limit of the bytes that all requests together may hold. */
export class HeldBytes {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * @param bytes to take, or to give back if negative
   * @returns false, without taking any, if not enough are left
   */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
