import type { Socket } from 'node:net';
import { type HttpReply, OpenReply, writeReply } from './reply.ts';
import { HEAD_LIMIT, type HttpRequest, RequestReader } from './request-reader.ts';
import { UnreadableRequest } from './unreadable-request.ts';

/** Takes a request; what it throws is not caught. */
export type HandleRequest = (request: HttpRequest, reply: HttpReply) => void;

const LAST = 'connection: close\r\n';

/** One connection: its requests are handled one after the other, in the order in which they come. */
export class Connection {
  readonly #socket: Socket;
  readonly #handle: HandleRequest;
  readonly #reader: RequestReader;
  /** Of the request that is being handled. */
  #reply: OpenReply | undefined;
  #advancing = false;
  /** Nothing is read any more. */
  #over = false;
  /** Since when the client has let the rest of a request, or its end of the connection, wait; `performance.now()`. */
  #waitingSince: number | undefined;

  constructor(socket: Socket, bodyLimit: number, handle: HandleRequest) {
    this.#socket = socket;
    this.#handle = handle;
    this.#reader = new RequestReader(bodyLimit, () => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('drain', () => this.#advance());
    // What follows an error is the end.
    socket.on('error', () => {});
    socket.on('close', () => this.#reply?.lose());
  }

  /** Ends the connection if its client has let it wait for so long. */
  check(now: number, milliseconds: number): void {
    if (this.#waitingSince === undefined || now - this.#waitingSince < milliseconds) return;
    if (this.#over) this.destroy();
    else this.#refuse(408);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    if (this.#over) return;
    this.#reader.push(bytes);
    this.#advance();
  }

  /** Handles what has come, and writes the replies that there are by then in one go. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.#socket.cork();
    try {
      while (this.#ready && this.#handleNext()) this.#waitingSince = undefined;
    } catch (error) {
      if (!(error instanceof UnreadableRequest)) throw error;
      this.#refuse(error.status);
    } finally {
      this.#socket.uncork();
      this.#advancing = false;
    }
    if (!this.#over) this.#wait();
  }

  /** Whether the next request may be handled. */
  get #ready(): boolean {
    return !this.#reply && !this.#over && !this.#socket.writableNeedDrain;
  }

  /** @returns false when the next request has not come yet */
  #handleNext(): boolean {
    const received = this.#reader.next();
    if (!received) return false;
    const { request, last: lastRequest } = received;
    const reply = new OpenReply((status, headers, body, lastReply) => {
      this.#reply = undefined;
      const last = lastRequest || lastReply;
      writeReply(this.#socket, status, last ? headers + LAST : headers, body, request.method === 'HEAD');
      if (last) this.#end();
      this.#advance();
    });
    this.#reply = reply;
    this.#handle(request, reply);
    return true;
  }

  #wait(): void {
    if (this.#reply || !this.#reader.amidst) this.#waitingSince = undefined;
    else this.#waitingSince ??= performance.now();
    // Who sends on and on without waiting for replies is held up.
    if (this.#reader.unread > HEAD_LIMIT && !this.#ready) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  #refuse(status: number): void {
    writeReply(this.#socket, status, LAST, '');
    this.#end();
  }

  /** Says that nothing more comes; the client is to close its end when it has read that (RFC 9112, 9.6). */
  #end(): void {
    this.#over = true;
    this.#waitingSince = performance.now();
    this.#socket.end();
    this.#socket.resume();
  }
}
