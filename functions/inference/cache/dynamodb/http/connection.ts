/** One call at a time over one connection that stays open. */
import type { Socket } from 'node:net';
import { type ReadResponse, ResponseReader } from './response-reader.ts';

/** As Node names them: how a connection fails that the other side has closed, while it is read from or written to. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

interface Call {
  readonly reader: ResponseReader;
  resolve(response: ReadResponse): void;
  reject(error: Error): void;
}

export class Connection {
  readonly #socket: Socket;
  #call: Call | undefined;
  /** Whether it has brought an answer before. */
  #isKept = false;
  /** Failed although it was kept, before any byte of an answer: the other side closes kept connections when it likes. */
  wasStale = false;

  /** @param open makes the socket, which may still be connecting, and hands on what it reads */
  constructor(open: (receive: (bytes: Buffer) => void) => Socket) {
    const socket = open((bytes) => this.#receive(bytes));
    this.#socket = socket;
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#end());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** @throws the system's error when nothing comes back, and an `AbortError` when the signal is aborted */
  send(request: string, signal: AbortSignal): Promise<ReadResponse> {
    return new Promise((resolve, reject) => {
      const abort = () => this.#fail(aborted());
      const leave = () => signal.removeEventListener('abort', abort);
      this.#call = {
        reader: new ResponseReader(),
        resolve: (response) => {
          leave();
          resolve(response);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#socket.ref();
      this.#socket.write(request);
    });
  }

  destroy(): void {
    this.#fail(new Error('The connection was given up'));
  }

  #receive(bytes: Buffer): void {
    if (!this.#call) {
      // Nothing was asked: whatever this is, the next answer must not be mistaken for it.
      this.destroy();
      return;
    }
    try {
      const response = this.#call.reader.push(bytes);
      if (response) this.#finish(response);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #end(): void {
    const response = this.#call?.reader.end();
    if (response) this.#finish(response);
    else this.#fail(Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' }));
  }

  #finish(response: ReadResponse): void {
    const call = this.#call;
    this.#call = undefined;
    this.#isKept = true;
    if (response.keeps) this.#socket.unref();
    else this.#socket.destroy();
    call?.resolve(response);
  }

  #fail(error: Error & { readonly code?: string | number | undefined }): void {
    this.#socket.destroy();
    const call = this.#call;
    if (!call) return;
    this.#call = undefined;
    this.wasStale = this.#isKept && !call.reader.hasBegun && CLOSED.includes(`${error.code}`);
    call.reject(error);
  }
}

export function aborted(): DOMException {
  return new DOMException('This operation was aborted', 'AbortError');
}
