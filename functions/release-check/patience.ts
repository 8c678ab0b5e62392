import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts that the time is enough for. */
const ATTEMPTS = 30;

/** How long a check waits for what passes by itself: a permission that IAM has not spread yet, a throttled call. */
export class Patience {
  readonly #until: number;
  readonly #pause: number;

  constructor(milliseconds: number) {
    this.#until = performance.now() + milliseconds;
    this.#pause = milliseconds / ATTEMPTS;
  }

  /** Waits before the next attempt. @returns false when the time is up */
  async pause(): Promise<boolean> {
    if (performance.now() + this.#pause > this.#until) return false;
    await sleep(this.#pause);
    return true;
  }
}
