import type { IncomingMessage, ServerResponse } from 'node:http';
import { drain } from './drain.ts';
import type { GatewayLimits } from './limits.ts';

/** An answer as it goes out. */
export interface Answer {
  readonly status: number;
  /** Flat list of names and values; what frames the message is added. */
  readonly headers: string[];
  readonly body: Buffer | string;
}

/**
 * Sends an answer. To somebody who is still sending, the answer is over at once, and the connection when all is read.
 *
 * @param last whether the connection ends with it
 * @returns false, with nothing sent, when the headers are not ones that HTTP allows
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  last: boolean,
  { drainBytes, drainMilliseconds }: GatewayLimits,
): boolean {
  const unread = !request.complete && hasBody(request);
  if (unread || last) headers.push('connection', 'close');
  const empty = status === 204 || status === 304;
  const length = Buffer.byteLength(body);
  // To a HEAD belongs the length that GET would give, which a function that left its body out does not tell.
  const untold = request.method === 'HEAD' && length === 0;
  if (!empty && !untold) headers.push('content-length', String(length));
  try {
    response.writeHead(status, headers);
  } catch {
    return false;
  }
  if (unread) {
    response.flushHeaders();
    response.write(body, () => request.socket.end());
    drain(request, drainBytes, drainMilliseconds, () => response.end());
  } else {
    response.end(empty ? undefined : body);
  }
  return true;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
