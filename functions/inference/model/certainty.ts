/** How often predictions of a confidence were right on validation: the page shows a word for it in place of the number. */
import * as v from 'valibot';

const Confidence = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const Counted = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Predictions on validation samples, and how many of them were right. */
const rightAmong = { right: Counted, answers: Counted };

const WordSchema = v.strictObject({
  word: v.pipe(v.string(), v.nonEmpty()),
  /** Confidence from which it is said, up to that of the word before. */
  from: Confidence,
  ...rightAmong,
});

/** `npm run eval -- <model> --certainty` counts it. */
export const CertaintySchema = v.pipe(
  v.strictObject({
    /** For people: on what it was counted. */
    measuredOn: v.pipe(v.string(), v.nonEmpty()),
    words: v.pipe(v.array(WordSchema), v.minLength(1)),
    /** Predictions that were refused although every member had the same best label; right where that was the label. */
    refused: v.optional(v.strictObject(rightAmong)),
  }),
  v.check(
    ({ words }) => words.every(({ from }, place) => place === 0 || from < words[place - 1]!.from),
    'words, the highest "from" first',
  ),
  v.check(
    ({ words, refused }) =>
      [...words, ...(refused ? [refused] : [])].every(({ right, answers }) => right <= answers),
    '"right" at most "answers"',
  ),
);

export type Certainty = v.InferOutput<typeof CertaintySchema>;
