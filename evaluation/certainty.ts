/**
 * How often predictions are right by their confidence, and the words for it that a model's `ensemble.json` holds.
 *
 * Where the words begin is chosen on every other prediction, and what they are worth is counted on the rest: a boundary that
 * luck has chosen does not speak for itself.
 */
import * as v from 'valibot';
import type { Certainty } from '../functions/inference/model/manifest.ts';
import type { Report } from './report.ts';
import { readJsonLines } from './tables.ts';

/** A prediction for a sample whose label is known. */
const JudgedSchema = v.strictObject({
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Whether its best label was the right one, whatever the reject threshold made of it. */
  right: v.boolean(),
  refused: v.optional(v.boolean()),
  /** Whether every member had the same best label; unknown where left out. */
  unanimous: v.optional(v.boolean()),
});
export type JudgedPrediction = v.InferOutput<typeof JudgedSchema>;

/** Predictions that were judged elsewhere, such as those that cross-validation kept out, one a line. */
export function readJudgedPredictions(file: string): Promise<JudgedPrediction[]> {
  const wanted = '{"confidence": 0 to 1, "right": true or false}';
  return readJsonLines('predictions', file, JudgedSchema, wanted);
}

/** A word begins where predictions of that confidence are right as often as this, as a share. */
const WORDS = [
  { word: 'sure', share: 0.95 },
  { word: 'probably', share: 0.75 },
  { word: 'perhaps', share: 0 },
] as const;

/**
 * @param what kind of samples, for people, such as `validation pictures`
 * @throws {Error} where there is no prediction
 */
export function certaintyOf(judged: readonly JudgedPrediction[], what: string): Certainty {
  const given = judged.filter(({ refused }) => !refused);
  const chosenOn = given.filter((_, place) => place % 2 === 0);
  const countedOn = given.filter((_, place) => place % 2 === 1);
  const blocks = isotonic(chosenOn);
  let end = Number.POSITIVE_INFINITY;
  const words = WORDS.flatMap(({ word, share }) => {
    const least = share === 0 ? 0 : (blocks.find((block) => block.share >= share)?.from ?? end);
    // To a hundredth: more figures would be chance.
    const from = Math.ceil(least * 100) / 100;
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

interface Block {
  /** Lowest confidence in it. */
  readonly from: number;
  /** Of its predictions, those that were right, 0 to 1. */
  readonly share: number;
  readonly count: number;
}

/** The share that is right as it rises with the confidence, in steps (pool adjacent violators; Ayer et al., 1955). */
function isotonic(judged: readonly JudgedPrediction[]): Block[] {
  const blocks: Block[] = [];
  // Of equal confidence, the right ones first: so they come into one block.
  const sorted = judged.toSorted((a, b) => a.confidence - b.confidence || Number(b.right) - Number(a.right));
  for (const { confidence, right } of sorted) {
    let block = { from: confidence, share: right ? 1 : 0, count: 1 };
    for (let before = blocks.at(-1); before && before.share >= block.share; before = blocks.at(-1)) {
      const all = before.count + block.count;
      const share = (before.share * before.count + block.share * block.count) / all;
      block = { from: before.from, share, count: all };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks;
}

function count(judged: readonly JudgedPrediction[]): { right: number; predictions: number } {
  return { right: judged.filter(({ right }) => right).length, predictions: judged.length };
}

/**
 * What the confidence of predictions is worth, for people, and as lines for `ensemble.json`.
 *
 * @param what kind of samples, for people, such as `pictures`
 * @throws {Error} where there is no prediction
 */
export function certaintyReport(judged: readonly JudgedPrediction[], what: string): Report {
  const certainty = certaintyOf(judged, what);
  const { measuredOn, words, refused } = certainty;
  const said: [string, { right: number; predictions: number }][] = words.map(
    ({ word, from, ...counted }) => [`${word}, from ${from.toFixed(2)}`, counted] as const,
  );
  if (refused) said.push(['refused, but unanimous', refused]);
  // One line for each word, as `ensemble.json` is read by people.
  const json = JSON.stringify({ certainty }, undefined, 2).replace(/\{[^{}]*\}/g, (word) =>
    word.replace(/\s+/g, ' '),
  );
  const text = [
    `Right predictions by confidence (${measuredOn}; where words begin was chosen on as many others)`,
    '',
    ...said.map(([name, { right, predictions }]) => {
      const percent = ((100 * right) / predictions).toFixed(1).padStart(5);
      return `  ${name.padEnd(24)}${percent} %   ${right} of ${predictions}`;
    }),
    '',
    'For ensemble.json:',
    '',
    `${json.split('\n').slice(1, -1).join('\n')},`,
  ];
  return { text: text.join('\n'), content: { certainty } };
}
