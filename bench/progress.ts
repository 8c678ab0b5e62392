/** Tells on the terminal what is being measured and about how long everything will still take. */
export class Progress {
  readonly #total: number;
  readonly #started = performance.now();
  #step = '';
  readonly #timer: NodeJS.Timeout;

  /** @param totalSeconds expected duration of all steps */
  constructor(totalSeconds: number) {
    this.#total = totalSeconds;
    this.#timer = setInterval(() => this.#print(), 1000);
  }

  begin(step: string): void {
    this.#step = step;
    if (process.stderr.isTTY) this.#print();
    else process.stderr.write(`${this.#line()}\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }

  #print(): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${this.#line()}`);
  }

  #line(): string {
    const left = Math.max(0, Math.round(this.#total - (performance.now() - this.#started) / 1000));
    return `${this.#step} … about ${left} s left`;
  }
}
