/** Zero-shot classification: how well each of a request's own labels follows from a text, by a model of entailment. */
import { softmax } from '../votes.ts';

/** The labels of a request, of which each text of it claims one. */
export interface Candidates {
  readonly labels: readonly string[];
  /** Whether any number of them are right, each on its own. */
  readonly multiLabel: boolean;
}

/** Index of the label that says that a second text follows from the first; -1 where there is none. */
export function entailmentOf(labels: readonly string[]): number {
  return labels.findIndex((label) => /^entail/i.test(label));
}

/**
 * Shares of the candidates, as `ZeroShotClassificationPipeline` of Hugging Face's Transformers makes them: by softmax of entailment
 * over the candidates, or, where each is on its own, of entailment and contradiction.
 *
 * @param logits of each candidate's hypothesis, one per label of the model
 * @param entailment index among them; contradiction is the first, or the last where that is entailment
 */
export function candidateShares(
  logits: readonly Float32Array[],
  entailment: number,
  multiLabel: boolean,
): Float32Array {
  const entailed = logits.map((row) => row[entailment]!);
  if (!multiLabel && logits.length > 1) return softmax(Float32Array.from(entailed));
  const contradicted = (row: Float32Array) => (entailment === 0 ? row.at(-1)! : row[0]!);
  return Float32Array.from(logits, (row, place) => {
    const [share] = softmax(Float32Array.of(entailed[place]!, contradicted(row)));
    return share!;
  });
}
