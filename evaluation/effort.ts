/** What predictions cost: how long members took, and how many ran. */
export class Effort {
  readonly #milliseconds = new Map<string, number[]>();
  readonly #runs = new Map<number, number>();

  /** Notes how many members ran for one sample. */
  ran(members: number): void {
    this.#runs.set(members, (this.#runs.get(members) ?? 0) + 1);
  }

  /** Share of the samples by the number of members that ran, fewest members first. */
  get membersRun(): [members: number, share: number][] {
    const samples = [...this.#runs.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#runs].sort(([a], [b]) => a - b).map(([members, count]) => [members, count / samples]);
  }

  /** `members run …` in a line; undefined where it is not known. */
  get membersRunLine(): string | undefined {
    const shares = this.membersRun.map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
    if (shares.length === 0) return undefined;
    return `members run until the prediction is certain, samples   ${shares.join(', ')}`;
  }

  /** Notes what one sample took a judge. */
  spent(judge: string, milliseconds: number): void {
    const times = this.#milliseconds.get(judge);
    if (times) times.push(milliseconds);
    else this.#milliseconds.set(judge, [milliseconds]);
  }

  /** Median time that a sample took a judge; undefined where none was noted. */
  medianMilliseconds(judge: string): number | undefined {
    const times = this.#milliseconds.get(judge)?.toSorted((a, b) => a - b);
    return times?.[Math.floor(times.length / 2)];
  }
}
