/** Tells on the terminal what is being measured and about how long everything will still take. */
export class Progress {
  readonly #total: number;
  readonly #now: () => number;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout;
  #step = '';
  #stepStarted: number;
  #stepSeconds = 0;
  /** What the steps before this one were expected to take. */
  #done = 0;

  /**
   * @param totalSeconds expected duration of all steps
   * @param now milliseconds of a clock that never jumps
   */
  constructor(totalSeconds: number, now = () => performance.now()) {
    this.#total = totalSeconds;
    this.#now = now;
    this.#started = now();
    this.#stepStarted = this.#started;
    this.#timer = setInterval(() => this.#print(), 1000);
  }

  /** @param seconds expected duration of this step */
  begin(step: string, seconds: number): void {
    this.#done += this.#stepSeconds;
    this.#step = step;
    this.#stepSeconds = seconds;
    this.#stepStarted = this.#now();
    if (process.stderr.isTTY) this.#print();
    else process.stderr.write(`${this.line()}\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }

  #print(): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${this.line()}`);
  }

  /** The step and the time left: where what is done took longer than expected, so will the rest. */
  line(): string {
    const before = (this.#stepStarted - this.#started) / 1000;
    const slowness = this.#done > 0 ? before / this.#done : 1;
    const after = Math.max(0, this.#total - this.#done - this.#stepSeconds);
    const ofStep = this.#stepSeconds * slowness - (this.#now() - this.#stepStarted) / 1000;
    const left = Math.round(after * slowness + Math.max(0, ofStep));
    return `${this.#step} … about ${left} s left`;
  }
}
