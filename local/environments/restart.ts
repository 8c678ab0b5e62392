const SHORTEST_DELAY = 50;
const LONGEST_DELAY = 5000;

/** When an environment that ended is replaced: at once, or later and later while new ones never get ready. */
export class Restart {
  #failedStarts = 0;
  #timer: NodeJS.Timeout | undefined;

  /** An environment got ready. */
  succeeded(): void {
    this.#failedStarts = 0;
  }

  /** An environment ended; `ready` says whether it ever was. */
  schedule(ready: boolean, start: () => void): void {
    if (!ready) this.#failedStarts += 1;
    const delay = ready ? 0 : Math.min(SHORTEST_DELAY * 2 ** this.#failedStarts, LONGEST_DELAY);
    this.cancel();
    this.#timer = setTimeout(start, delay);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
