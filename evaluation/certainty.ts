/**
 * Accuracy of predictions by their confidence, and the words for it in a model's `ensemble.json`. The boundaries of the words
 * are chosen on every other prediction, and their accuracy is counted on the rest, because the predictions that chose a
 * boundary overstate its accuracy.
 */
import * as v from 'valibot';
import type { Certainty } from '../functions/inference/model/manifest.ts';
import type { Report } from './report.ts';
import { readJsonLines } from './tables.ts';

/** A prediction for a sample whose label is known. */
const JudgedSchema = v.strictObject({
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Whether its best label was right, before the reject threshold. */
  right: v.boolean(),
  refused: v.optional(v.boolean()),
  /** Whether every member had the same best label; undefined if unknown. */
  unanimous: v.optional(v.boolean()),
});
export type JudgedPrediction = v.InferOutput<typeof JudgedSchema>;

/** Reads predictions that were judged elsewhere, for example in cross-validation, one per line. */
export function readJudgedPredictions(file: string): JudgedPrediction[] {
  return readJsonLines('predictions', file, JudgedSchema, '{"confidence": 0 to 1, "right": true or false}');
}

/** A word begins where this percentage of the predictions with that confidence is right. */
const WORDS = [
  { word: 'sure', percent: 95 },
  { word: 'probably', percent: 75 },
  { word: 'perhaps', percent: 0 },
] as const;

/**
 * Accuracy by confidence. @param what kind of samples, for people, such as `validation pictures` @throws {Error} without
 * predictions
 */
export function certaintyOf(judged: readonly JudgedPrediction[], what: string): Certainty {
  const given = judged.filter(({ refused }) => !refused);
  const chosenOn = given.filter((_, place) => place % 2 === 0);
  const countedOn = given.filter((_, place) => place % 2 === 1);
  let end = Number.POSITIVE_INFINITY;
  const words = WORDS.flatMap(({ word, percent }) => {
    // Rounded to a hundredth, because further digits would be chance.
    const from = Math.ceil(leastConfidence(chosenOn, percent) * 100) / 100;
    const counted = count(countedOn.filter(({ confidence }) => confidence >= from && confidence < end));
    if (from >= end || counted.predictions === 0) return [];
    end = from;
    return [{ word, from, ...counted }];
  });
  if (words.length === 0) throw new Error(`${given.length} predictions are too few to measure certainty`);
  const doubted = count(judged.filter(({ refused, unanimous }) => refused && unanimous));
  const measuredOn = `${countedOn.length.toLocaleString('en')} ${what}`;
  return { measuredOn, words, ...(doubted.predictions > 0 && { refused: doubted }) };
}

/**
 * The confidence from which the accuracy, by isotonic regression, reaches a percentage: the right predictions from there on
 * exceed that share of all by the largest number. Infinity if they never do.
 */
function leastConfidence(judged: readonly JudgedPrediction[], percent: number): number {
  if (percent === 0) return 0;
  let [least, most, right] = [Number.POSITIVE_INFINITY, 0, 0];
  // Right predictions come last among equal confidences, because a limit includes all of these or none.
  const sorted = judged.toSorted((a, b) => b.confidence - a.confidence || Number(a.right) - Number(b.right));
  for (const [index, prediction] of sorted.entries()) {
    right += Number(prediction.right);
    const excess = 100 * right - percent * (index + 1);
    if (excess >= most) [least, most] = [prediction.confidence, excess];
  }
  return least;
}

function count(judged: readonly JudgedPrediction[]): { right: number; predictions: number } {
  return { right: judged.filter(({ right }) => right).length, predictions: judged.length };
}

/** The accuracy by confidence for people, and as lines for `ensemble.json`. */
export function certaintyReport(judged: readonly JudgedPrediction[], what: string): Report {
  const certainty = certaintyOf(judged, what);
  const { measuredOn, words, refused } = certainty;
  const line = (name: string, { right, predictions }: ReturnType<typeof count>) => {
    const percent = ((100 * right) / predictions).toFixed(1).padStart(5);
    return `  ${name.padEnd(24)}${percent} %   ${right} of ${predictions}`;
  };
  // One line for each word, for people.
  const json = JSON.stringify({ certainty }, undefined, 2).replace(/\{[^{}]*\}/g, (word) =>
    word.replace(/\s+/g, ' '),
  );
  const text = [
    `Right predictions by confidence (${measuredOn}; where words begin was chosen on as many others)`,
    '',
    ...words.map((counted) => line(`${counted.word}, from ${counted.from.toFixed(2)}`, counted)),
    ...(refused ? [line('refused, but unanimous', refused)] : []),
    '',
    'For ensemble.json:',
    '',
    `${json.split('\n').slice(1, -1).join('\n')},`,
  ];
  return { text: text.join('\n'), content: { certainty } };
}
