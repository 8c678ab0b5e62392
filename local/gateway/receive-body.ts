import type { IncomingMessage } from 'node:http';

/**
 * Collects a request's body and calls `done` once: with the bytes, or with undefined as soon as there are
 * more than `limit`, after which the rest is read and thrown away so that the answer reaches the sender.
 * `done` is never called when the sender breaks off.
 */
export function receiveBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Buffer | undefined) => void,
): void {
  if (Number(request.headers['content-length']) > limit) {
    request.resume();
    done(undefined);
    return;
  }
  let chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    const fitted = size <= limit;
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
    } else if (fitted) {
      chunks = [];
      done(undefined);
    }
  });
  request.on('end', () => {
    if (size <= limit) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
  });
}
