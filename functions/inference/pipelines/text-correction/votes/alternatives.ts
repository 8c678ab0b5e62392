/** What could stand at a place. */
import type { Vocabulary } from '../input/vocabulary.ts';
import type { SentencePlace } from '../types.ts';

/** Probability from which a candidate is worth being shown. */
export const LEAST_SHOWN = 0.01;
const MOST_SHOWN = 5;

/**
 * The most probable candidates, best first, at most five, and what was heard among them.
 *
 * @param heard as it was heard, and the id that it was looked up as
 * @param probabilityOf by the place of the candidate; 0 is what was heard
 */
export function alternativesAt(
  heard: string,
  id: number,
  vocabulary: Vocabulary,
  probabilityOf: (candidate: number) => number,
): SentencePlace['alternatives'] {
  const shown = [{ text: heard, probability: probabilityOf(0) }];
  for (let candidate = 1; candidate < vocabulary.candidateCount(id); candidate++) {
    const probability = probabilityOf(candidate);
    if (probability >= LEAST_SHOWN) shown.push({ text: vocabulary.candidate(id, candidate), probability });
  }
  const [first] = shown;
  const ranked = shown.sort((one, other) => other.probability - one.probability);
  if (ranked.indexOf(first!) >= MOST_SHOWN) ranked[MOST_SHOWN - 1] = first!;
  return ranked
    .slice(0, MOST_SHOWN)
    .map(({ text, probability }) => ({ text, probability: rounded(probability) }));
}

/** Four decimals: the first response and the cached one are equal, and short. */
export function rounded(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}
