/** When a request is sent: a few at a time, only the latest of many, and again when a busy service says so. */
import { Trouble } from './trouble.ts';

/** Retries of a busy service before a person has to. */
const MOST_RETRIES = 5;
/** A longer `retry-after` is left to the person. */
const LONGEST_WAIT_SECONDS = 30;

/** A job that never fails. */
type Job = () => Promise<void>;

/** @returns runs jobs in the order in which they come, at most so many at a time */
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

/** @returns takes one value after the other; of those that come meanwhile only the latest. @param take never fails */
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
 * Retries while the service is busy.
 *
 * @param send gets whether it is a retry
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
