/** What `ensemble.json` says of a model of this pipeline, beyond what all models say. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import * as v from 'valibot';
import { Count, checkManifest, FileName, Sha256 } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';
import { parseVocabulary } from './input/parse-vocabulary.ts';
import type { Vocabulary } from './input/vocabulary.ts';

/** Findings on a vocabulary that an error lists at most: a file that is no vocabulary has thousands. */
const FINDINGS_TOLD = 5;

export const TextCorrectionSchema = v.looseObject({
  /** Characters in the order of their ids, one a line: `<character>\t<candidates, itself first>`. */
  vocabulary: v.optional(
    v.union(
      [FileName, v.strictObject({ file: FileName, sha256: v.optional(Sha256) })],
      'a plain file name, or {"file", "sha256"}',
    ),
    'vocabulary.txt',
  ),
  /** Probability, 0 to 1, from which a place is changed. */
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Most places of all hypotheses together, the shorter ones padded, that members take. */
  maxCharacters: v.optional(v.pipe(Count, v.maxValue(16_384)), 512),
  /** What each step down the list of hypotheses costs, in units of the mean logarithm of the probability of a place. */
  rankPenalty: v.optional(v.pipe(v.number(), v.minValue(0), v.finite()), 1),
});

export type TextCorrectionManifest = v.InferOutput<typeof TextCorrectionSchema>;

/** @throws {ModelError} naming the fields that are wrong */
export function checkTextCorrection(manifest: unknown, directory: string): TextCorrectionManifest {
  return checkManifest(TextCorrectionSchema, manifest, path.join(directory, 'ensemble.json'));
}

/** @throws {ModelError} when the file is missing, another one, or no vocabulary */
export async function readVocabulary(
  directory: string,
  { vocabulary: entry }: Pick<TextCorrectionManifest, 'vocabulary'>,
): Promise<Vocabulary> {
  const { file: name, sha256 } = typeof entry === 'string' ? { file: entry } : entry;
  const file = path.join(directory, name);
  const bytes = await readVerified(file, sha256);
  if (!isUtf8(bytes)) throw new ModelError(`${file} must be text in UTF-8`);
  const parsed = parseVocabulary(bytes.toString('utf8'));
  if (!Array.isArray(parsed)) return parsed;
  const more = parsed.length > FINDINGS_TOLD ? [`and ${parsed.length - FINDINGS_TOLD} more`] : [];
  throw new ModelError(`${file}: ${[...parsed.slice(0, FINDINGS_TOLD), ...more].join('; ')}`);
}
