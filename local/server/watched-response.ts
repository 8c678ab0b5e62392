/** The response to an HTTP request. It also collects the request's body, and has the times that the server watches. */
import { ServerResponse } from 'node:http';
import type { Refusal } from './refusal.ts';

const NO_BODY = Buffer.alloc(0);

/** Bytes that all requests together may still hold. */
export interface Memory {
  left: number;
}

export class WatchedResponse extends ServerResponse {
  /** All times here are in milliseconds of `performance.now()`. */
  readonly arrival = performance.now();
  /** When the request's body began, or its latest bytes arrived; undefined while no body is being received. */
  receivingSince: number | undefined;
  /** When the response began. */
  respondedAt: number | undefined;
  body: Buffer<ArrayBuffer> = NO_BODY;
  /** Bytes of the request's body that are held in memory. */
  #held = 0;

  /** Whether the client no longer waits for a response. */
  get isOver(): boolean {
    return this.respondedAt !== undefined || this.closed;
  }

  /** Gives back the memory of the body, when the response is sent or the client has gone. */
  release(memory: Memory): void {
    memory.left += this.#held;
    this.#held = 0;
    this.receivingSince = undefined;
  }

  /**
   * Collects the body, and calls `done` once: when the body is complete, or with a refusal as soon as a limit is exceeded. It
   * never calls `done` if the client aborts, or if the response begins first.
   * @param limit bytes
   */
  receive(limit: number, memory: Memory, done: (refusal?: Refusal) => void): void {
    const { req: request } = this;
    const parts: Buffer[] = [];
    let length = 0;
    this.receivingSince = performance.now();
    const end = (refusal?: Refusal) => {
      request.off('data', onData).off('end', onEnd);
      this.receivingSince = undefined;
      if (!this.isOver) done(refusal);
    };
    const onData = (part: Buffer) => {
      if (this.isOver) return;
      this.receivingSince = performance.now();
      length += part.length;
      if (length > limit) end('request-too-large');
      else if (part.length > memory.left) end('too-many-uploads');
      else {
        memory.left -= part.length;
        this.#held += part.length;
        parts.push(part);
      }
    };
    const onEnd = () => {
      this.body = (parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)) as Buffer<ArrayBuffer>;
      end();
    };
    request.on('data', onData).on('end', onEnd);
  }
}
