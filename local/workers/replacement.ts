/** Decides when to replace worker or front processes that have ended. Here, "worker" means a process of either kind. */

const SHORTEST_DELAY_MILLISECONDS = 50;
const LONGEST_DELAY_MILLISECONDS = 5000;

/**
 * Replaces workers at once, or with a growing delay while new workers fail to become ready, because a model that cannot load must
 * not use up the CPU.
 */
export class Replacement {
  readonly #launch: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Number of delayed launches since a worker last became ready. */
  #failures = 0;

  /** @param launch starts all workers that are missing */
  constructor(launch: () => void) {
    this.#launch = launch;
  }

  /** Called when a worker became ready. */
  succeeded(): void {
    this.#failures = 0;
  }

  /**
   * Called when a worker ended. Workers that end during the delay are replaced together. @param ready whether the
   * worker was ever ready
   */
  schedule(ready: boolean): void {
    if (this.#timer) return;
    if (ready && this.#failures === 0) {
      this.#launch();
      return;
    }
    const delay = Math.min(SHORTEST_DELAY_MILLISECONDS * 2 ** this.#failures, LONGEST_DELAY_MILLISECONDS);
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#launch();
    }, delay);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
