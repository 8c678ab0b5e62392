/** Clients that speak HTTP badly: sockets that send what they like, when they like. */
import { connect, type Socket } from 'node:net';
import type { ContractRequest } from '../../../functions/inference/contracts/client.ts';
import { bytesOf } from './damaged-requests.ts';

/** One connection and what came back on it. */
export class RawClient {
  /** What was received, as Latin-1. */
  received = '';
  /** Whether the other side has closed the connection. */
  closed = false;
  /** The socket's error, where it had one. */
  error: string | undefined;
  readonly #socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port) });
    this.#socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.error = error.code ?? error.message;
    });
    this.#socket.on('close', () => {
      this.closed = true;
    });
  }

  send(bytes: string | Uint8Array): void {
    if (!this.closed) this.#socket.write(bytes);
  }

  /** Status of the first response; undefined: none has come. */
  get status(): number | undefined {
    const status = /^HTTP\/1\.[01] (\d{3}) /.exec(this.received)?.[1];
    return status === undefined ? undefined : Number(status);
  }

  /** Breaks the connection off. */
  hangUp(): void {
    this.#socket.destroy();
  }
}

/** The lines before a body. @param framing header that says how long it is */
export function headOf(
  { method, path, headers }: ContractRequest,
  framing: Readonly<Record<string, string>>,
  version = '1.1',
): string {
  const all = Object.entries({ host: 'localhost', ...headers, ...framing });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** A whole request. */
export function wholeOf(request: ContractRequest): Buffer {
  const body = bytesOf(request);
  return Buffer.concat([Buffer.from(headOf(request, { 'content-length': String(body.length) })), body]);
}
