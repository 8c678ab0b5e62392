/** Requests that a played service holds back, so that it hangs on no speed which of them are under way together. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';

/** Beyond what a busy browser takes to send what it has to send, and less than the page waits for a response. */
const PATIENT = { timeout: 8_000, interval: 10 };
/** A request that ought not to come gets as long to show itself. */
const GRACE_MILLISECONDS = 200;

export class HeldRequests {
  /** The most that have been under way together. */
  most = 0;
  #underWay = 0;
  readonly #released = Promise.withResolvers<void>();

  /** What the service does with a request; after the release it holds none any more. */
  async hold(): Promise<void> {
    this.most = Math.max(this.most, ++this.#underWay);
    await this.#released.promise;
    this.#underWay--;
  }

  /** Waits until so many are under way, and fails if they do not come. */
  async gathered(count: number): Promise<void> {
    await expect.poll(() => this.#underWay, PATIENT).toBe(count);
    await delay(GRACE_MILLISECONDS);
  }

  release(): void {
    this.#released.resolve();
  }
}
