/** Counts of right answers, and which characters are taken for which. */

/** Right answers of one judge: a member, or the ensemble. */
export interface Score {
  readonly right: number;
  readonly pictures: number;
}

export interface Confusion {
  readonly label: string;
  readonly answer: string;
  readonly pictures: number;
}

/** Answers of several judges over labelled pictures. */
export class Tally {
  readonly #scores = new Map<string, { right: number; pictures: number }>();
  readonly #confusions = new Map<string, number>();
  readonly #milliseconds = new Map<string, number[]>();
  readonly #asked = new Map<number, number>();

  /** Counts what one judge answered to one picture. */
  count(judge: string, label: string, answer: string): void {
    const score = this.#scores.get(judge) ?? { right: 0, pictures: 0 };
    score.pictures += 1;
    if (answer === label) score.right += 1;
    this.#scores.set(judge, score);
  }

  /** Notes a wrong answer for the list of confusions. */
  confuse(label: string, answer: string): void {
    const pair = `${label}\t${answer}`;
    this.#confusions.set(pair, (this.#confusions.get(pair) ?? 0) + 1);
  }

  /** Notes how many members were asked about one picture. */
  asked(members: number): void {
    this.#asked.set(members, (this.#asked.get(members) ?? 0) + 1);
  }

  /** Share of the pictures by the number of members that were asked, fewest members first. */
  get membersAsked(): [members: number, share: number][] {
    const pictures = [...this.#asked.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#asked].sort(([a], [b]) => a - b).map(([members, count]) => [members, count / pictures]);
  }

  /** Notes what one inference of a member took. */
  spent(judge: string, milliseconds: number): void {
    const times = this.#milliseconds.get(judge);
    if (times) times.push(milliseconds);
    else this.#milliseconds.set(judge, [milliseconds]);
  }

  /** Median time of a member's inference; undefined where none was noted. */
  medianMilliseconds(judge: string): number | undefined {
    const times = this.#milliseconds.get(judge)?.toSorted((a, b) => a - b);
    return times?.[Math.floor(times.length / 2)];
  }

  /** Scores by judge, in the order in which the judges first answered. */
  get scores(): ReadonlyMap<string, Score> {
    return this.#scores;
  }

  /** The most frequent confusions, most frequent first. */
  confusions(limit: number): Confusion[] {
    return [...this.#confusions]
      .map(([pair, pictures]) => {
        const [label = '', answer = ''] = pair.split('\t');
        return { label, answer, pictures };
      })
      .sort((a, b) => b.pictures - a.pictures)
      .slice(0, limit);
  }
}
