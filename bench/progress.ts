/** Tells on stderr, at the start of each step, what is measured and how long all that is left should take. */
export class Progress {
  #secondsLeft: number;

  /** @param seconds expected duration of all steps */
  constructor(seconds: number) {
    this.#secondsLeft = seconds;
  }

  /** @param seconds expected duration of this step */
  begin(step: string, seconds: number): void {
    console.error(`${step} … about ${Math.round(this.#secondsLeft)} s left`);
    this.#secondsLeft -= seconds;
  }
}
