/** Labels of a text, best first. */
import type { RankedLabel } from '../pipeline.ts';

/** The `count` most probable labels; of equal ones, the one that is listed first. */
export function labelsOf(
  probabilities: readonly number[],
  labels: readonly string[],
  count: number,
): RankedLabel[] {
  return probabilities
    .map((probability, index) => ({ label: labels[index] ?? '', probability }))
    .sort((one, other) => other.probability - one.probability)
    .slice(0, count);
}

export function bestOf(probabilities: readonly number[], labels: readonly string[]): RankedLabel {
  return labelsOf(probabilities, labels, 1)[0] ?? { label: '', probability: 0 };
}
