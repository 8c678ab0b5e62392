/** Input and prediction of the pipeline `text-correction`, for contracts. */
import { rounded } from '../shared/votes.ts';
import type { Reading } from './reading.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface SentenceInput {
  /** Hypotheses, most probable first, at least one, without the recogniser's spaces and markers. */
  readonly hypotheses: readonly string[];
}

export interface SentencePrediction {
  readonly text: string;
  /** Lowest probability among the characters with several candidates; 0 if no member ran, e.g. for lack of such characters. */
  readonly confidence: number;
  /** Index of the hypothesis on which the response is based. */
  readonly hypothesis: number;
  /** Changed characters. */
  readonly places: readonly SentencePlace[];
}

export interface SentencePlace {
  /** Number of characters (Unicode code points) before this one. */
  readonly index: number;
  /** The recognised character. */
  readonly heard: string;
  /** The character in the response. */
  readonly prediction: string;
  /** Candidates, most probable first, including the recognised one. */
  readonly alternatives: readonly { readonly text: string; readonly probability: number }[];
}

/**
 * @param ids of the characters of the hypothesis
 * @param meanOf mean probability, by position and candidate
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

/** Candidates with a lower probability are not shown, except the recognised character. */
const LEAST_SHOWN = 0.01;
const MOST_SHOWN = 5;
const DECIMALS = 4;

/**
 * At most five candidates, best first, among them always the recognised character.
 * @param heard the recognised character; `id` is its id in the vocabulary
 * @param probabilityOf by the index of the candidate; 0 is the recognised one
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

/** `texts` has one character for each shown candidate; `heard` is the index of the recognised character in it. */
type PackedPlace = [index: number, heard: number, texts: string, ...probabilities: number[]];

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
  const alternatives = [...texts].map((text, index) => ({ text, probability: probabilities[index]! }));
  return { index, heard: alternatives[heard]!.text, prediction: characters[index]!, alternatives };
}
