/** A hypothesis and what became of its places, as people and contracts take it. */
import type { Vocabulary } from '../input/vocabulary.ts';
import type { SentenceInput, SentencePlace, SentencePrediction } from '../types.ts';
import type { Reading } from './reading.ts';

/**
 * @param ids of the characters of the hypothesis
 * @param meanOf mean probability, by the place and that of the candidate
 */
export function sentencePrediction(
  { hypotheses }: SentenceInput,
  { rank, outcomes }: Reading,
  ids: readonly number[],
  vocabulary: Vocabulary,
  meanOf: (index: number, candidate: number) => number,
): SentencePrediction {
  const characters = [...hypotheses[rank]!];
  const places: SentencePlace[] = [];
  let confidence = 1;
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome) continue;
    confidence = Math.min(confidence, outcome.probability);
    const id = ids[index]!;
    if (outcome.candidate === 0) continue;
    const heard = characters[index]!;
    const read = vocabulary.candidate(id, outcome.candidate);
    characters[index] = read;
    const alternatives = alternativesAt(heard, id, vocabulary, (candidate) => meanOf(index, candidate));
    places.push({ index, heard, answer: read, alternatives });
  }
  return { text: characters.join(''), confidence: rounded(confidence), hypothesis: rank, places };
}

/** Probability from which a candidate is worth being shown. */
const LEAST_SHOWN = 0.01;
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
function rounded(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}
