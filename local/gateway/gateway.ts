import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Pool } from '../environments/pool.ts';
import { LAMBDA_PAYLOAD_LIMIT } from '../environments/runtime-api.ts';
import { createEvent } from './event.ts';
import { Exchange } from './exchange.ts';
import { BODY_LIMIT, HEADER_LIMIT } from './limits.ts';
import { receiveBody } from './receive-body.ts';

/** Bytes of request bodies held at one time, announced ones included. */
const HELD_BYTES_LIMIT = 256 * 1024 * 1024;
const MOST_CONNECTIONS = 2000;
/** Milliseconds a client may take to send its request. */
const RECEIVE_TIMEOUT = 30_000;
/** Longer than clients keep idle connections, so that none sends into one that is just being closed. */
const KEEP_ALIVE_TIMEOUT = 65_000;

/** The pool of the function that a request is for. */
export type ChoosePool = (method: string, path: string) => Pool;

/** An API Gateway HTTP API in front of the pools of its functions: HTTP to events and back. */
export class Gateway {
  readonly #choosePool: ChoosePool;
  readonly #server: Server;
  readonly #closed: (exchange: Exchange) => void;
  #heldBytes = 0;

  constructor(choosePool: ChoosePool) {
    this.#choosePool = choosePool;
    this.#server = createServer(
      {
        maxHeaderSize: HEADER_LIMIT,
        requestTimeout: RECEIVE_TIMEOUT,
        headersTimeout: RECEIVE_TIMEOUT,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      },
      (request, response) => this.#serve(request, response),
    );
    this.#server.maxConnections = MOST_CONNECTIONS;
    this.#closed = (exchange) => {
      this.#heldBytes -= announcedSize(exchange.request);
      exchange.pool?.withdraw(exchange);
    };
  }

  /** Opens the port; rejects with the system's error when it is taken. */
  async listen(port: number, host: string): Promise<{ address: string; port: number }> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no address');
    return address;
  }

  /** Takes no further connections; resolves when the open ones have got their answers. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** Breaks off whatever connection is still open. */
  closeConnections(): void {
    this.#server.closeAllConnections();
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response, this.#closed);
    this.#heldBytes += announcedSize(request);
    if (this.#heldBytes > HELD_BYTES_LIMIT) {
      request.resume();
      exchange.fail('too-many-uploads', 1);
      return;
    }
    receiveBody(request, BODY_LIMIT, (body) => {
      if (body) this.#invoke(exchange, body);
      else exchange.fail('request-too-large');
    });
  }

  #invoke(exchange: Exchange, body: Buffer): void {
    if (exchange.over) return;
    const event = createEvent(exchange.request, body, exchange);
    if (!event) {
      exchange.fail('malformed-target');
    } else if (event.length >= LAMBDA_PAYLOAD_LIMIT) {
      // Lambda says that a request "must be smaller than 6291456 bytes".
      exchange.fail('event-too-large');
    } else {
      const { method = '', url = '' } = exchange.request;
      const question = url.indexOf('?');
      const pool = this.#choosePool(method, question === -1 ? url : url.slice(0, question));
      exchange.begin(event, pool);
      pool.submit(exchange);
    }
  }
}

/** Bytes a request may bring: those it announces, or the most it may send. */
function announcedSize({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return BODY_LIMIT;
  return Math.min(Number(headers['content-length'] ?? 0), BODY_LIMIT);
}
