/** Zero-shot classification with a model of entailment: how well each of a request's own labels follows from a text. */
import { softmax } from '../shared/votes.ts';

/** Labels of a request; each of its texts claims one of them. */
export interface Candidates {
  readonly labels: readonly string[];
  /** Whether any number of them may be right, independently. */
  readonly multiLabel: boolean;
}

/**
 * Shares of the candidates as in `ZeroShotClassificationPipeline` of Hugging Face's Transformers: by softmax of entailment over
 * the candidates, or, if they are independent, of entailment against contradiction.
 * @param logits of each candidate's hypothesis, one per label of the model
 * @param entailment index of the label for entailment among the model's labels; contradiction is the first label, or
 * the last one if entailment is the first
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
