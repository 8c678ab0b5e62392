/** Problem details (RFC 9457) that the server itself sends, for requests that make the service throw or do not reach it. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  BODY_LIMIT,
  bodyTooLarge,
  GATEWAY_PROBLEMS,
  type GatewayProblem,
} from '../../functions/inference/problems/gateway-problems.ts';
import { PROBLEMS, problemType } from '../../functions/inference/problems/problems.ts';
import type { ServerLimits } from './limits.ts';

export type Refusal = GatewayProblem | 'stopping' | 'internal';

/** Seconds until a retry, for refusals after which a retry may succeed. */
const RETRY_AFTER_SECONDS = 1;

/** Refusals by error code of Node's HTTP parser and timers. */
const UNREADABLE: Readonly<Record<string, GatewayProblem>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timed-out',
};

export const REFUSALS = { ...PROBLEMS, ...GATEWAY_PROBLEMS };

/** A line for the log. @param service the model of the request, or the service as a whole if the model is unknown */
export function refusalLine(refusal: Refusal, method = '', path = '', service = 'subsecond'): string {
  const { status, detail } = REFUSALS[refusal];
  const line = { level: 'INFO', message: 'refused', timestamp: new Date().toISOString(), service };
  return JSON.stringify({ ...line, route: `${method} ${path}`.trim(), status, problem: refusal, detail });
}

export function refusalResponse(refusal: Refusal): Response {
  const { status, headers, body } = describe(refusal);
  return new Response(body, { status, headers });
}

/**
 * Sends a refusal. If the client is still sending, it gets the response at once, but the connection closes only after `drain`.
 * @param last whether the connection ends after the response
 */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  last: boolean,
  { drainBytes, drainMilliseconds, bodyBytes }: ServerLimits,
): void {
  const { req: request } = response;
  const { status, headers, body } = describe(refusal, bodyBytes);
  const unread = !request.complete && hasBody(request);
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    ...((unread || last) && { connection: 'close' }),
  });
  if (!unread) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  response.write(body, () => request.socket.end());
  drain(request, drainBytes, drainMilliseconds, () => response.end());
}

/**
 * Reads and discards the rest of a request that already has its response. If the connection were closed with unread bytes, the
 * system would reset it. Clients that read only after they have sent everything would then lose the response (RFC 9112, 9.6).
 * @param done called once: when everything has arrived, the client has gone, or a limit is reached
 */
function drain(request: IncomingMessage, bytes: number, milliseconds: number, done: () => void): void {
  let left = bytes;
  const end = () => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    done();
  };
  const count = (part: Buffer) => {
    left -= part.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, milliseconds);
  request.on('data', count).on('end', end).on('close', end);
}

/** Whether the headers of a request announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Responds to bytes that are no request, and closes the connection.
 * @param milliseconds for the client to read the response and to close its side
 * @returns the refusal; undefined if there is nobody to respond to
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  milliseconds: number,
): Refusal | undefined {
  // The first error ends the sending side of the socket. Errors in the bytes that follow need no further response.
  if (!socket.writable) return undefined;
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    socket.destroy();
    return undefined;
  }
  const refusal = UNREADABLE[error.code ?? ''] ?? 'malformed-request';
  socket.end(lastResponse(refusal));
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(timer));
  return refusal;
}

/** A refusal as the text of a whole HTTP response, for bytes that are no request. A header says that the connection will end. */
function lastResponse(refusal: Refusal): string {
  const { status, headers, body } = describe(refusal);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function describe(refusal: Refusal, bodyBytes: number = BODY_LIMIT) {
  const { status, title, detail: usualDetail } = REFUSALS[refusal];
  const detail = refusal === 'request-too-large' ? bodyTooLarge(bodyBytes) : usualDetail;
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      ...((status === 429 || status === 503) && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    },
    body: JSON.stringify({ type: problemType(refusal), title, status, detail }),
  };
}
