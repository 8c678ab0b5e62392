/**
 * A small HTTP/1.1 server (RFC 9112) for the programs of this service that speak to each other on this machine: keep-alive
 * without end, pipelining, bodies of known length or in chunks. What the Runtime API and the table spend is spent on every
 * question, and `node:http` spends more. Strangers are served by `node:http`.
 */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Connection, type HandleRequest } from './connection.ts';

export type { HandleRequest } from './connection.ts';
export type { HttpReply } from './reply.ts';
export type { HttpRequest } from './request-reader.ts';

/** How often slow clients are looked for, of the time that they have. */
const CHECKS = 4;

export interface HttpServerOptions {
  /** Bytes of a body, at most. */
  readonly bodyLimit: number;
  /** For a request from its first byte to its last, and for a client to close a connection that has ended. @default 60,000 */
  readonly receiveMilliseconds?: number;
}

export class HttpServer {
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #receiveMilliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(handle: HandleRequest, { bodyLimit, receiveMilliseconds = 60_000 }: HttpServerOptions) {
    this.#receiveMilliseconds = receiveMilliseconds;
    this.#server = createServer((socket) => {
      const connection = new Connection(socket, bodyLimit, handle);
      this.#connections.add(connection);
      socket.once('close', () => this.#connections.delete(connection));
    });
  }

  /** Opens a port, 0 for any; rejects with the system's error when it is taken. */
  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    this.#timer = setInterval(() => this.#check(), this.#receiveMilliseconds / CHECKS).unref();
    return this.#server.address() as AddressInfo;
  }

  /** Closes the port, and breaks off every connection. */
  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    for (const connection of this.#connections) connection.destroy();
  }

  #check(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.check(now, this.#receiveMilliseconds);
  }
}
