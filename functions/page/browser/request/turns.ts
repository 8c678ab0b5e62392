/** Three ways to schedule requests: a few at a time, only the latest, and with retries while the service is busy. */
import { Trouble } from './trouble.ts';

/** Maximum number of automatic retries while the service is busy. */
const MOST_RETRIES = 5;
/** If `retry-after` is longer, the page does not retry, and the user decides. */
const LONGEST_WAIT_SECONDS = 30;

/** A job that never fails. */
type Job = () => Promise<void>;

/** @returns a function that runs jobs in order of arrival, at most `most` at a time */
export function takeTurns(most: number): (job: Job) => void {
  const waiting: Job[] = [];
  let running = 0;
  const next = async () => {
    const job = running < most ? waiting.shift() : undefined;
    if (!job) return;
    running++;
    await job();
    running--;
    void next();
  };
  return (job) => {
    waiting.push(job);
    void next();
  };
}

/**
 * @returns a function that handles one value at a time. It skips all values that arrive meanwhile, except the latest
 * @param take never rejects
 */
export function latestOnly<Value>(take: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let latest: { readonly value: Value } | undefined;
  let isTaking = false;
  return async (value) => {
    latest = { value };
    if (isTaking) return;
    isTaking = true;
    while (latest) {
      const { value: next }: { readonly value: Value } = latest;
      latest = undefined;
      await take(next);
    }
    isTaking = false;
  };
}

/**
 * Sends a request, and repeats it at most `MOST_RETRIES` times while the service is busy. If the service asks for a wait of more
 * than `LONGEST_WAIT_SECONDS`, the error is thrown at once.
 * @param send gets whether the attempt is a retry
 * @param waiting gets the seconds before a retry
 */
export async function insist<Response>(
  send: (isRetry: boolean) => Promise<Response>,
  waiting: (seconds: number) => void,
  sleep: (seconds: number) => Promise<void> = pause,
): Promise<Response> {
  for (let retries = 0; ; retries++) {
    try {
      return await send(retries > 0);
    } catch (error) {
      const seconds = error instanceof Trouble ? error.waitSeconds : undefined;
      if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS || retries === MOST_RETRIES) throw error;
      waiting(seconds);
      await sleep(seconds);
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}
