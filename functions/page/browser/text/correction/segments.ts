/** What was heard beside what was predicted, place by place. */
import type { SentencePlace } from '../../../../inference/pipelines/text-correction/prediction.ts';

/** A character or a Latin word, and what became of it. */
export interface Segment {
  readonly heard: string;
  readonly predicted: string;
  /** What else could stand there; undefined where nothing is said of it. */
  readonly place: SentencePlace | undefined;
}

/** @param places that something is said of, in their order */
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

/** Words are not broken. */
function unchanged(characters: readonly string[]): Segment[] {
  const words = characters.join('').match(/[\p{Script=Latin}\d]+|./gsu) ?? [];
  return words.map((word) => ({ heard: word, predicted: word, place: undefined }));
}
