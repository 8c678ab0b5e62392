/** Counts what became of the requests of a load test. */

/** What became of one request. */
export interface Outcome {
  /** A response before the deadline, or after it; refused for lack of room; or neither. */
  readonly state: 'in-time' | 'late' | 'refused' | 'failed';
  /** From sending to having read the response. */
  readonly milliseconds: number;
}

export class Tally {
  readonly #outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  count(...states: readonly Outcome['state'][]): number {
    return this.#outcomes.filter(({ state }) => states.includes(state)).length;
  }

  /** Milliseconds within which this share (0 to 1) of the responses came (nearest rank); undefined: there are none. */
  quantile(share: number): number | undefined {
    const times = this.#outcomes
      .filter(({ state }) => state === 'in-time' || state === 'late')
      .map(({ milliseconds }) => milliseconds)
      .sort((a, b) => a - b);
    return times[Math.max(0, Math.ceil(share * times.length) - 1)];
  }
}
