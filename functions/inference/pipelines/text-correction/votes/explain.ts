/** What people are told of an answer: how each member read its places, and what was made of that. */
import type { Vote } from '../../kind.ts';
import type { Vocabulary } from '../question/vocabulary.ts';
import type { SentenceAnswer } from '../types.ts';
import { alternativesAt } from './alternatives.ts';
import type { Ballot } from './ballot.ts';

/** @returns JSON: the places of the answer, as each member reads them and as all do together */
export function explainVotes(
  votes: readonly Vote<Ballot>[],
  { text, confidence, hypothesis, places }: SentenceAnswer,
  vocabulary: Vocabulary,
  threshold: number,
): Readonly<Record<string, unknown>> {
  return {
    text,
    confidence,
    hypothesis,
    threshold,
    members: votes.map(({ name, weight, milliseconds, ballot: { shape, data } }) => ({
      name,
      weight,
      milliseconds,
      places: places.map(({ index, heard }) => {
        const [, length, width] = shape as [number, number, number];
        const start = (hypothesis * length + index) * width;
        const [id] = vocabulary.encode(heard) as [number];
        return {
          index,
          // An answer that another version remembered may be made of more than this one was asked about.
          alternatives: alternativesAt(heard, id, vocabulary, (candidate) => data[start + candidate] ?? 0),
        };
      }),
    })),
    mean: places,
  };
}
