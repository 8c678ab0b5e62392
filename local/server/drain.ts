import type { IncomingMessage } from 'node:http';

/**
 * Reads and throws away what a client still sends of a request that has its response: were the connection closed with
 * bytes unread, the system would reset it, and many clients read the response only when they have sent everything
 * (RFC 9112, 9.6).
 *
 * @param done called once: when everything has come, the client has gone, or a limit is reached
 */
export function drain(request: IncomingMessage, bytes: number, milliseconds: number, done: () => void): void {
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
