/** Predictions that were judged elsewhere, such as those that cross-validation kept out. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { JudgedPrediction } from './certainty.ts';

const JudgedSchema = v.strictObject({
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  right: v.boolean(),
  refused: v.optional(v.boolean(), false),
  unanimous: v.optional(v.boolean(), false),
});

/**
 * Reads a file of them, one JSON object a line.
 *
 * @throws {Error} naming the line that is none
 */
export async function readJudgedPredictions(file: string): Promise<JudgedPrediction[]> {
  const text = await readFile(file, 'utf8').catch(({ message }: Error) => {
    throw new Error(`--predictions ${file} cannot be read: ${message}`);
  });
  return text
    .trim()
    .split('\n')
    .map((line, index) => {
      try {
        return v.parse(JudgedSchema, JSON.parse(line));
      } catch (error) {
        const wanted = '{"confidence": 0 to 1, "right": true or false}';
        throw new Error(`${file}, line ${index + 1} must be ${wanted}: ${(error as Error).message}`);
      }
    });
}
