import type { IncomingMessage } from 'node:http';
import { GatheredBytes } from '../http/gathered-bytes.ts';

/**
 * Collects a request's body and calls `done` once: with the bytes, or with undefined as soon as there are
 * more than `limit`, after which the rest is read and thrown away so that the answer reaches the sender.
 * `done` is never called when the sender breaks off.
 *
 * @param holds told how many bytes are held with every part that comes; false ends it, and `done` is not called
 * @returns ends it, and `done` is not called
 */
export function receiveBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Buffer | undefined) => void,
  holds: (bytes: number) => boolean = () => true,
): () => void {
  // A number that is none announces nothing, and Node refuses it before we see it.
  const announced = Number(request.headers['content-length'] ?? limit);
  const body = new GatheredBytes(Math.min(announced, limit));
  const onData = (part: Buffer) => {
    if (body.length + part.length > limit) {
      stop();
      done(undefined);
      return;
    }
    body.add(part);
    if (!holds(body.length)) stop();
  };
  const onEnd = () => done(body.bytes);
  const stop = () => {
    request.off('data', onData).off('end', onEnd);
    request.resume();
  };
  if (announced > limit) {
    request.resume();
    done(undefined);
  } else {
    request.on('data', onData).on('end', onEnd);
  }
  return stop;
}
