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
  // A member may block this thread until the timer is due. One more turn of the event loop takes in a result that has arrived.
  const timer = setTimeout(() => setImmediate(end), milliseconds);
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
