import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TextParts } from './text-parts.ts';

export type ReplyBody = string | Buffer | TextParts;

/** How a request is replied to. */
export interface HttpReply {
  /**
   * Once for each request, now or later.
   *
   * @param headers complete lines, each ended with `\r\n`; the length of the body is added
   * @param last the connection ends with it
   */
  send(status: number, headers: string, body: ReplyBody, last?: boolean): void;
  /** Has it called if the connection ends before there is a reply. */
  onLost(listener: () => void): void;
}

type Send = (status: number, headers: string, body: ReplyBody, last: boolean) => void;

/** The reply to a request that has none yet. */
export class OpenReply implements HttpReply {
  #send: Send | undefined;
  #onLost: (() => void) | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  send(status: number, headers: string, body: ReplyBody, last = false): void {
    const send = this.#send;
    this.#send = undefined;
    send?.(status, headers, body, last);
  }

  onLost(listener: () => void): void {
    this.#onLost = listener;
  }

  /** The connection has ended. */
  lose(): void {
    this.#send = undefined;
    this.#onLost?.();
  }
}

/**
 * Writes a reply in one go.
 *
 * @param bodiless only the head, as it belongs to a HEAD
 */
export function writeReply(
  socket: Socket,
  status: number,
  headers: string,
  body: ReplyBody,
  bodiless = false,
): void {
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}` +
    `content-length: ${typeof body === 'string' ? Buffer.byteLength(body) : body.length}\r\n\r\n`;
  if (bodiless || typeof body === 'string') {
    socket.write(bodiless ? head : head + body);
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    if (body instanceof TextParts) writeParts(socket, body);
    else socket.write(body);
    socket.uncork();
  }
}

function writeParts(socket: Socket, { start, rest }: TextParts): void {
  socket.write(start);
  for (const part of rest) socket.write(part, 'latin1');
}
