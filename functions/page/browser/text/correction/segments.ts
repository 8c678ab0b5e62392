/** The recognised text next to the prediction, in segments of one character or one Latin word. */
import type { SentencePlace } from '../../../../inference/pipelines/text-correction/prediction.ts';

/** A character or a Latin word, before and after the correction. */
export interface Segment {
  readonly heard: string;
  readonly predicted: string;
  /** The change, with its alternatives; undefined for an unchanged character or word. */
  readonly place: SentencePlace | undefined;
}

/** @param text the corrected text @param places the changed characters, in the order of the text */
export function segmentsOf(text: string, places: readonly SentencePlace[]): Segment[] {
  const characters = [...text];
  let position = 0;
  const segments = places.flatMap((place) => {
    const before = unchanged(characters.slice(position, place.index));
    position = place.index + [...place.prediction].length;
    return [...before, { heard: place.heard, predicted: place.prediction, place }];
  });
  return [...segments, ...unchanged(characters.slice(position))];
}

/** Splits a text into characters. A run of Latin letters and numerals stays together. */
function unchanged(characters: readonly string[]): Segment[] {
  const words = characters.join('').match(/[\p{Script=Latin}\d]+|./gsu) ?? [];
  return words.map((word) => ({ heard: word, predicted: word, place: undefined }));
}
