/** What answers cost: how long members took, and how many were asked. */
export class Effort {
  readonly #milliseconds = new Map<string, number[]>();
  readonly #asked = new Map<number, number>();

  /** Notes how many members were asked about one sample. */
  asked(members: number): void {
    this.#asked.set(members, (this.#asked.get(members) ?? 0) + 1);
  }

  /** Share of the samples by the number of members that were asked, fewest members first. */
  get membersRun(): [members: number, share: number][] {
    const samples = [...this.#asked.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#asked].sort(([a], [b]) => a - b).map(([members, count]) => [members, count / samples]);
  }

  /** `members asked …` in a line; undefined where nobody said it. */
  get membersRunLine(): string | undefined {
    const shares = this.membersRun.map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
    if (shares.length === 0) return undefined;
    return `members asked until the response is certain, samples   ${shares.join(', ')}`;
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
