/** Shows once a second how much is done and how long the rest takes, on a terminal. */
export class Progress {
  readonly #total: number;
  readonly #started = performance.now();
  #shown = this.#started;

  /** @param total samples */
  constructor(total: number) {
    this.#total = total;
  }

  readonly show = (done: number): void => {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shown < 1000) return;
    this.#shown = now;
    const left = ((now - this.#started) / done) * (this.#total - done);
    process.stderr.write(`\r${done} of ${this.#total} samples, ${Math.ceil(left / 1000)} s left  `);
  };

  /** Clears the line. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
