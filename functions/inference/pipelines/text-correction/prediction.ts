/** Input and prediction of the pipeline `text-correction`: all that contracts know of it. */
import { rounded } from '../votes.ts';
import type { Reading } from './reading.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Sentences that may have been said. */
export interface SentenceInput {
  /** Most probable first, at least one; without the spaces and markers of a recogniser. */
  readonly hypotheses: readonly string[];
}

/** The sentence that was most probably said. */
export interface SentencePrediction {
  readonly text: string;
  /** 0 to 1: of the least certain place. 0 where no member ran. */
  readonly confidence: number;
  /** The hypothesis that the response was made of, from 0. */
  readonly hypothesis: number;
  /** Places that were changed. */
  readonly places: readonly SentencePlace[];
}

/** One place of a sentence, and what could stand there. */
export interface SentencePlace {
  /** Characters (Unicode code points) before it. */
  readonly index: number;
  /** What was heard. */
  readonly heard: string;
  /** What stands there in the response. */
  readonly prediction: string;
  /** The most probable first; what was heard is among them. */
  readonly alternatives: readonly { readonly text: string; readonly probability: number }[];
}

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
    places.push({ index, heard, prediction: read, alternatives });
  }
  return { text: characters.join(''), confidence: rounded(confidence, DECIMALS), hypothesis: rank, places };
}

/** Probability from which a candidate is worth being shown. */
const LEAST_SHOWN = 0.01;
const MOST_SHOWN = 5;
const DECIMALS = 4;

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
    .map(({ text, probability }) => ({ text, probability: rounded(probability, DECIMALS) }));
}

/** What was heard is the alternative at this place of the list; each of them is one character. */
type PackedPlace = [index: number, heard: number, texts: string, ...probabilities: number[]];

/** `[text, confidence, hypothesis, …places]` as JSON. */
export function packPrediction({ text, confidence, hypothesis, places }: SentencePrediction): string {
  return JSON.stringify([text, confidence, hypothesis, ...places.map(packPlace)]);
}

export function unpackPrediction(packed: string): SentencePrediction {
  const [text, confidence, hypothesis, ...places] = JSON.parse(packed) as [
    string,
    number,
    number,
    ...PackedPlace[],
  ];
  const characters = [...text];
  return { text, confidence, hypothesis, places: places.map((place) => unpackPlace(place, characters)) };
}

function packPlace({ index, heard, alternatives }: SentencePlace): PackedPlace {
  return [
    index,
    alternatives.findIndex(({ text }) => text === heard),
    alternatives.map(({ text }) => text).join(''),
    ...alternatives.map(({ probability }) => probability),
  ];
}

function unpackPlace(
  [index, heard, texts, ...probabilities]: PackedPlace,
  characters: readonly string[],
): SentencePlace {
  const alternatives = [...texts].map((text, place) => ({ text, probability: probabilities[place]! }));
  return { index, heard: alternatives[heard]!.text, prediction: characters[index]!, alternatives };
}
