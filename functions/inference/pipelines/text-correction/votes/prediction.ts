/** A hypothesis and what became of its places, as people and contracts take it. */
import type { Vocabulary } from '../input/vocabulary.ts';
import type { SentenceInput, SentencePlace, SentencePrediction } from '../types.ts';
import { alternativesAt, LEAST_SHOWN, rounded } from './alternatives.ts';
import type { Reading } from './reading.ts';

/**
 * @param ids of the characters of the hypothesis
 * @param meanOf mean probability, by the place and that of the candidate
 */
export function sentencePrediction(
  { hypotheses, everyPlace }: SentenceInput,
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
    if (outcome.candidate === 0 && !(everyPlace && hasOthers(index, id))) continue;
    const heard = characters[index]!;
    const read = outcome.candidate === 0 ? heard : vocabulary.candidate(id, outcome.candidate);
    characters[index] = read;
    const alternatives = alternativesAt(heard, id, vocabulary, (candidate) => meanOf(index, candidate));
    places.push({ index, heard, answer: read, alternatives });
  }
  return { text: characters.join(''), confidence: rounded(confidence), hypothesis: rank, places };

  function hasOthers(index: number, id: number): boolean {
    for (let candidate = 1; candidate < vocabulary.candidateCount(id); candidate++) {
      if (meanOf(index, candidate) >= LEAST_SHOWN) return true;
    }
    return false;
  }
}
