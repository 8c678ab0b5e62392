/** Milliseconds of silence: what ends within them needs no word. */
const SILENCE = 2000;
const INTERVAL = 1000;

/** Tells how far a long computation is and about how long it will still take. */
export class Progress {
  readonly #report: (text: string) => void;
  readonly #label: string;
  readonly #now: () => number;
  readonly #started: number;
  #next: number;

  /**
   * @param report where a line goes
   * @param label what is being done
   * @param now milliseconds of a clock that never jumps
   */
  constructor(report: (text: string) => void, label: string, now = () => performance.now()) {
    this.#report = report;
    this.#label = label;
    this.#now = now;
    this.#started = now();
    this.#next = this.#started + SILENCE;
  }

  /** Says so after every `done` of `total` steps, but nothing in the first two seconds and then once a second at most. */
  tick(done: number, total: number): void {
    const now = this.#now();
    if (now < this.#next || done >= total) {
      return;
    }
    this.#next = now + INTERVAL;
    const left =
      done > 0 ? `, about ${Math.ceil(((now - this.#started) * (total - done)) / done / 1000)} s left` : '';
    this.#report(`${this.#label}: ${Math.floor((100 * done) / total)} %${left}`);
  }
}
