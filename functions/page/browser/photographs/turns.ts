/** Who comes when: a few at a time, and again when the service says so. */
import { Trouble } from '../asking/trouble.ts';

/** How often a busy service is asked again before a person has to. */
const MOST_REPETITIONS = 5;
/** Nobody wants to wait longer than that for a repetition, whatever the service says. */
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

/**
 * Asks until the service has time.
 *
 * @param ask gets whether it is a repetition
 * @param waiting is told for how long it is waited before a repetition
 * @param sleep for so many seconds
 */
export async function insist<Answer>(
  ask: (repetition: boolean) => Promise<Answer>,
  waiting: (seconds: number) => void,
  sleep: (seconds: number) => Promise<void> = pause,
): Promise<Answer> {
  for (let repetitions = 0; ; repetitions++) {
    try {
      return await ask(repetitions > 0);
    } catch (error) {
      const seconds = error instanceof Trouble ? error.waitSeconds : undefined;
      if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS || repetitions === MOST_REPETITIONS)
        throw error;
      waiting(seconds);
      await sleep(seconds);
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}
