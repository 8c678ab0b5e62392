import { now } from '../client/clock.ts';

/** Holds callers back until all who have not left are there, then lets them go in the same turn. */
export class Barrier {
  #size: number;
  readonly #pauseMilliseconds: number;
  #waiting: ((opened: number) => void)[] = [];

  /**
   * @param size how many callers there are at first
   * @param pauseMilliseconds rest between the last arrival and the start
   */
  constructor(size: number, pauseMilliseconds: number) {
    this.#size = size;
    this.#pauseMilliseconds = pauseMilliseconds;
  }

  /** Resolves when all callers who have not left wait and the pause is over: with that moment, in ms since 1970. */
  wait(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#goWhenComplete();
    });
  }

  /** For a caller who will not come again: the others wait no longer for this one. */
  leave(): void {
    this.#size--;
    this.#goWhenComplete();
  }

  #goWhenComplete(): void {
    const all = this.#waiting;
    if (all.length === 0 || all.length < this.#size) return;
    this.#waiting = [];
    setTimeout(() => {
      const opened = now();
      for (const go of all) go(opened);
    }, this.#pauseMilliseconds);
  }
}
