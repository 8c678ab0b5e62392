/** What `ensemble.json` says of every model that takes texts, beyond what all models say. */
import * as v from 'valibot';
import { Count, FileName, Sha256 } from '../../model/manifest.ts';

const Tokenizer = v.strictObject({ file: FileName, sha256: v.optional(Sha256) });
/** A special token on either side, and one of the text. */
export const FEWEST_TOKENS = 3;
const MaxTokens = v.pipe(Count, v.minValue(FEWEST_TOKENS), v.maxValue(32_768));

/** Fields of the manifest, to be spread into the schema of a pipeline. */
export const TEXT_FIELDS = {
  /** As Hugging Face's libraries write it. */
  tokenizer: v.optional(Tokenizer, { file: 'tokenizer.json' }),
  /** Tokens of one text, special ones included, that the model takes. */
  maxTokens: v.optional(MaxTokens, 512),
  /** What becomes of a longer text: only its beginning counts, and the response says so; or it is refused. */
  longer: v.optional(v.picklist(['truncate', 'refuse']), 'truncate'),
  /** Texts of one request. */
  maxTexts: v.optional(v.pipe(Count, v.maxValue(2048)), 128),
} as const;

/** Fields of a member, where it differs from the others. */
export const TEXT_MEMBER_FIELDS = {
  tokenizer: v.optional(Tokenizer),
  maxTokens: v.optional(MaxTokens),
} as const;

const Schema = v.looseObject({
  ...TEXT_FIELDS,
  members: v.array(v.looseObject(TEXT_MEMBER_FIELDS)),
});

export type TextManifest = v.InferOutput<typeof Schema>;
