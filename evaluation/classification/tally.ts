/** Counts of right predictions, and which labels are taken for which. */
import { Effort } from '../effort.ts';

/** Right predictions of one judge: a member, or the ensemble. */
export interface Score {
  readonly right: number;
  readonly samples: number;
}

export interface Confusion {
  readonly label: string;
  readonly prediction: string;
  readonly samples: number;
}

/** Predictions of several judges over labelled samples. */
export class Tally extends Effort {
  readonly #scores = new Map<string, { right: number; samples: number }>();
  readonly #confusions = new Map<string, number>();

  /** Counts whether one judge was right about one sample. */
  count(judge: string, right: boolean): void {
    const score = this.#scores.get(judge) ?? { right: 0, samples: 0 };
    score.samples += 1;
    if (right) score.right += 1;
    this.#scores.set(judge, score);
  }

  /** Notes a wrong prediction for the list of confusions. */
  confuse(label: string, prediction: string): void {
    const pair = `${label}\t${prediction}`;
    this.#confusions.set(pair, (this.#confusions.get(pair) ?? 0) + 1);
  }

  /** Scores by judge, in the order in which the judges first predicted. */
  get scores(): ReadonlyMap<string, Score> {
    return this.#scores;
  }

  /** The most frequent confusions, most frequent first. */
  confusions(limit: number): Confusion[] {
    return [...this.#confusions]
      .map(([pair, samples]) => {
        const [label = '', prediction = ''] = pair.split('\t');
        return { label, prediction, samples };
      })
      .sort((a, b) => b.samples - a.samples)
      .slice(0, limit);
  }
}
