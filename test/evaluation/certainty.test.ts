import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  certaintyOf,
  certaintyReport,
  type JudgedPrediction,
  readJudgedPredictions,
} from '../../evaluation/certainty.ts';
import { CertaintySchema } from '../../functions/inference/model/manifest.ts';
import { newFolder } from '../support/new-folder.ts';

/** Predictions with the same confidence. @param everyWrong one in this number of predictions is wrong */
function judged(confidence: number, count: number, everyWrong: number): JudgedPrediction[] {
  // Two neighbours are always alike, so both halves have the same share of wrong predictions.
  return Array.from({ length: count }, (_, place) => ({
    confidence,
    right: (place >> 1) % everyWrong !== 0,
  }));
}

const GRADED = [...judged(0.95, 200, 50), ...judged(0.65, 100, 10), ...judged(0.3, 40, 2)];

describe('the certainty of responses', () => {
  it('is in words that begin where predictions are right often enough, counted on the other half', () => {
    const { measuredOn, words } = certaintyOf(GRADED, 'pictures');

    expect(measuredOn).toBe('170 pictures');
    expect(words).toEqual([
      { word: 'sure', from: 0.95, right: 98, predictions: 100 },
      { word: 'probably', from: 0.65, right: 45, predictions: 50 },
      { word: 'perhaps', from: 0, right: 10, predictions: 20 },
    ]);
  });

  it('leaves a word out that no response deserves', () => {
    const { words } = certaintyOf(judged(0.9, 100, 10), 'pictures');

    expect(words.map(({ word }) => word)).toEqual(['probably']);
  });

  it('does not call a response sure because of the others that are', () => {
    const { words } = certaintyOf([...judged(0.95, 1000, 1000), ...judged(0.4, 20, 2)], 'pictures');

    expect(words[0]).toMatchObject({ word: 'sure', from: 0.95 });
  });

  it('counts refused predictions apart, those that every member agreed on', () => {
    const refused = [true, true, false].map((unanimous, place) => ({
      confidence: 0.1,
      right: place === 0,
      refused: true,
      unanimous,
    }));

    expect(certaintyOf([...GRADED, ...refused], 'pictures').refused).toEqual({ right: 1, predictions: 2 });
  });

  it('is nothing where nothing was predicted', () => {
    expect(() => certaintyOf([], 'pictures')).toThrow('0 predictions are too few');
  });
});

describe('predictions that were judged elsewhere', () => {
  const read = (...lines: string[]) => {
    const file = path.join(newFolder(), 'predictions.jsonl');
    writeFileSync(file, lines.join('\n'));
    return readJudgedPredictions(file);
  };

  it('are read line by line, and their certainty printed as the lines that ensemble.json takes', () => {
    const predictions = read(...GRADED.map((prediction) => JSON.stringify(prediction)), '');

    const [, lines = ''] = certaintyReport(predictions, 'pictures').text.split('For ensemble.json:');

    const { certainty } = JSON.parse(`{${lines.trim().replace(/,$/, '')}}`);
    expect(v.parse(CertaintySchema, certainty)).toEqual(certaintyOf(GRADED, 'pictures'));
  });

  it.each(['{"confidence": 2, "right": true}', '{"confidence": 0.5}', 'no JSON'])(
    'are refused by the line that is none: %s',
    (line) => {
      const reading = () => read('{"confidence": 0.5, "right": true}', line);

      expect(reading).toThrow(/predictions\.jsonl, line 2 must be/);
    },
  );
});
