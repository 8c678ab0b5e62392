/** Explains a response to people: how each member read its places, and how the votes were combined. */
import type { Vote } from '../../pipeline.ts';
import type { Vocabulary } from '../input/vocabulary.ts';
import type { SentencePrediction } from '../types.ts';
import type { MemberOutput } from './member-output.ts';
import { alternativesAt } from './prediction.ts';

/** @returns JSON: the places of the response, as each member reads them and as all do together */
export function explainVotes(
  votes: readonly Vote<MemberOutput>[],
  { text, confidence, hypothesis, places }: SentencePrediction,
  vocabulary: Vocabulary,
  threshold: number,
): Readonly<Record<string, unknown>> {
  return {
    text,
    confidence,
    hypothesis,
    threshold,
    members: votes.map(({ name, weight, milliseconds, memberOutput: { shape, data } }) => ({
      name,
      weight,
      milliseconds,
      places: places.map(({ index, heard }) => {
        const [, length, width] = shape as [number, number, number];
        const start = (hypothesis * length + index) * width;
        const [id] = vocabulary.encode(heard) as [number];
        return {
          index,
          // A response that another version cached may be made of more than this version runs on.
          alternatives: alternativesAt(heard, id, vocabulary, (candidate) => data[start + candidate] ?? 0),
        };
      }),
    })),
    mean: places,
  };
}
