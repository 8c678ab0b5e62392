import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { ModelApp } from '../../../functions/inference/service/app.ts';
import type { Transport } from '../../../functions/inference/service/transport.ts';
import type { ServerLimits } from '../../../local/server/limits.ts';
import { FrontServer } from '../../../local/server/server.ts';

export type Respond = (request: Request, transport: Transport) => Response | Promise<Response>;

/** Responds with a description of the request. */
export const echo: Respond = (request, { body }) => {
  const { pathname: path, search: query, host } = new URL(request.url);
  return Response.json({ method: request.method, path, query, host, body: body?.toString() });
};

/** Opens a server on a free port in front of the test's app, and closes it at the end of the test. */
export async function openServer(limits: Partial<ServerLimits> = {}, respond: Respond = echo) {
  /** Requests that reached the app, in order. */
  const requests: { readonly request: Request; readonly transport: Transport }[] = [];
  const fetch = (request: Request, transport: Transport) => {
    requests.push({ request, transport });
    return respond(request, transport);
  };
  const server = new FrontServer({ appFor: () => ({ fetch }) as unknown as ModelApp }, limits);
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    const closed = server.close();
    server.closeConnections();
    return closed;
  });
  return { server, url: `http://127.0.0.1:${port}`, port, requests };
}

/** A raw connection, for bytes that no HTTP library would send. */
export interface Wire {
  readonly socket: Socket;
  /** Everything received so far. */
  received: string;
  /** Resolves to undefined when the connection closes, or to the code of the error when it breaks. */
  readonly closed: Promise<string | undefined>;
}

/** @param written bytes to send as soon as the connection is open */
export async function openWire(port: number, written = '', localAddress = '127.0.0.1'): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  const closed = once(socket, 'close').then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  const wire: Wire = { socket, received: '', closed };
  socket.on('data', (bytes) => {
    wire.received += bytes;
  });
  await once(socket, 'connect');
  socket.write(written);
  return wire;
}

/** Sends `written`, and waits until the server closes the connection. @returns everything received */
export async function receive(port: number, written: string): Promise<string> {
  const wire = await openWire(port, written);
  expect(await wire.closed, 'the connection is not reset').toBeUndefined();
  return wire.received;
}

/** The head of a request, with the line ends of HTTP. */
export function head(...lines: string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}
