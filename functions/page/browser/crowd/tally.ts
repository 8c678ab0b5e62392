/** Counts what became of a crowd of questions. */

/** What became of one question. */
export interface Outcome {
  /** Answered within the time that is promised, or later; turned away for lack of room; or neither answered nor so. */
  readonly state: 'in-time' | 'late' | 'refused' | 'lost';
  /** From sending to having read the reply. */
  readonly milliseconds: number;
  /** The execution environment that answered, where the service says which. */
  readonly environment: string | undefined;
}

export class Tally {
  readonly #outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  count(...states: readonly Outcome['state'][]): number {
    return this.#outcomes.filter(({ state }) => states.includes(state)).length;
  }

  /** Execution environments that took part; 0: the service does not say. */
  get environments(): number {
    return new Set(this.#outcomes.flatMap(({ environment }) => environment ?? [])).size;
  }

  /** Milliseconds within which this share (0 to 1) of the answers came (nearest rank); undefined: there are none. */
  quantile(share: number): number | undefined {
    const times = this.#outcomes
      .filter(({ state }) => state === 'in-time' || state === 'late')
      .map(({ milliseconds }) => milliseconds)
      .sort((a, b) => a - b);
    return times[Math.max(0, Math.ceil(share * times.length) - 1)];
  }
}
