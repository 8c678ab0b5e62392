/** The most probable labels. */
import type { RankedLabel } from '../pipeline.ts';

/** Labels that a response keeps. */
export const LABELS_KEPT = 5;

/** The `count` most probable labels, best first; of equal ones, the one that is listed first. */
export function topLabels(
  probabilities: Float32Array,
  labels: readonly string[],
  count: number,
): RankedLabel[] {
  const best: number[] = [];
  for (let label = 0; label < probabilities.length; label++) {
    const probability = probabilities[label]!;
    if (best.length === count && probability <= probabilities[best[count - 1]!]!) continue;
    let place = best.length === count ? count - 1 : best.length;
    while (place > 0 && probabilities[best[place - 1]!]! < probability) {
      best[place] = best[place - 1]!;
      place--;
    }
    best[place] = label;
  }
  return best.map((label) => ({ label: labels[label] ?? '', probability: probabilities[label]! }));
}
