/** What an ensemble says about one picture. */

/** What one member said. */
export interface Vote {
  readonly name: string;
  readonly milliseconds: number;
  /** One probability per label, in the order of the labels. */
  readonly probabilities: Float32Array;
}

/** The answer, and everything it was made from. */
export interface Prediction {
  /** A label, or the reject answer. */
  readonly answer: string;
  /** Greatest probability of the mean, 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  /** Weighted mean of the votes, one probability per label. */
  readonly mean: Float32Array;
  /** In the order in which the members ran; fewer than there are when the answer was decided or time was short. */
  readonly votes: readonly Vote[];
  /** Number of votes after which no other could change the answer; undefined while one could. */
  readonly decidedAfter: number | undefined;
  /** Whether members were left out that might have changed the answer, because time was short. */
  readonly shortened: boolean;
}

export interface RankedLabel {
  readonly label: string;
  readonly probability: number;
}

/** The `count` most probable labels, best first. */
export function topLabels(
  probabilities: Float32Array,
  labels: readonly string[],
  count: number,
): RankedLabel[] {
  return Array.from(probabilities, (probability, index) => ({ label: labels[index] ?? '', probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, count);
}
