/** Gives work a limited time, and aborts it after that. */

export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** @throws {TimedOut} after so many milliseconds; the signal that the work was given is aborted then */
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
    // A member that blocked this thread delays us as much as the work: what has come by now is taken first.
    timer = setTimeout(() => setImmediate(end), milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
