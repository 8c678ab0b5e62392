/** What passes between contracts and the pipeline `text-classification`. */
import type { TextOutput } from '../text/types.ts';

export interface TextClassification extends TextOutput {
  /** Of each text, the probability of each label, 0 to 1, in the order of the labels. They add up to 1, or are independent. */
  readonly probabilities: readonly (readonly number[])[];
}
