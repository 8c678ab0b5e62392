import type { IncomingMessage } from 'node:http';

/** Bytes of memory that a body in several parts gets at least, unless it announces fewer. */
const FIRST_ROOM = 65_536;
/** How much more than is needed now is set aside: it takes no memory before something is written there. */
const GROWTH = 4;

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
  let body: Buffer = Buffer.alloc(0);
  let size = 0;
  const onData = (part: Buffer) => {
    const needed = size + part.length;
    if (needed > limit) {
      stop();
      done(undefined);
      return;
    }
    // Most bodies come in one part. However small the parts of another are, they take no more room than their bytes.
    if (size === 0) {
      body = part;
    } else {
      if (needed > body.length) {
        const room = Math.max(needed, Math.min(announced, limit, Math.max(FIRST_ROOM, GROWTH * needed)));
        const larger = Buffer.allocUnsafeSlow(room);
        body.copy(larger, 0, 0, size);
        body = larger;
      }
      part.copy(body, size);
    }
    size = needed;
    if (!holds(size)) stop();
  };
  const onEnd = () => done(body.subarray(0, size));
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
