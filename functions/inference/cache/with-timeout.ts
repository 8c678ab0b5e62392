/** Runs work, and aborts it after the time limit. */

/** @throws {DOMException} `TimeoutError` when the time is over; the signal that the work received is then aborted */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const end = () => {
    reject(new DOMException(`No response within ${Math.round(milliseconds)} ms`, 'TimeoutError'));
    controller.abort();
  };
  // A member may have blocked this thread. A result that arrived meanwhile counts, so the time-out waits for one more turn.
  const timer = setTimeout(() => setImmediate(end), milliseconds);
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
