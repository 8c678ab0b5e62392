/** Runs work, and aborts it after the time limit. */

export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** @throws {TimedOut} when the time is over; the signal that the work received is then aborted */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const end = () => {
      reject(new TimedOut(`No response within ${Math.round(milliseconds)} ms`));
      controller.abort();
    };
    // A member may have blocked this thread. A result that arrived meanwhile counts, so the time-out waits for one more turn.
    timer = setTimeout(() => setImmediate(end), milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
