/** Predictions as the response cache keeps them: short, because DynamoDB bills by the kilobyte. */
import type { SentencePlace, SentencePrediction } from './types.ts';

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
  return { index, heard: alternatives[heard]!.text, answer: characters[index]!, alternatives };
}
