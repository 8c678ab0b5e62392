/** Holds callers back until a given number of them has come, then lets all go in the same turn. */
export class Barrier {
  readonly #size: number;
  readonly #pauseMilliseconds: number;
  #waiting: (() => void)[] = [];

  /** @param pauseMilliseconds rest between the last arrival and the start */
  constructor(size: number, pauseMilliseconds: number) {
    this.#size = size;
    this.#pauseMilliseconds = pauseMilliseconds;
  }

  /** Resolves when `size` callers wait and the pause is over. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length < this.#size) return;
      const all = this.#waiting;
      this.#waiting = [];
      setTimeout(() => {
        for (const go of all) go();
      }, this.#pauseMilliseconds);
    });
  }
}
