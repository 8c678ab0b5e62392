import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 1_000;

/** How long a check waits for what passes by itself: a permission that IAM has not spread yet, a throttled call. */
export class Patience {
  readonly #until: number;

  constructor(milliseconds: number) {
    this.#until = performance.now() + milliseconds;
  }

  /** Waits before the next attempt. @returns false when the time is up */
  async pause(): Promise<boolean> {
    if (performance.now() + PAUSE_MILLISECONDS > this.#until) return false;
    await sleep(PAUSE_MILLISECONDS);
    return true;
  }
}
