/** Contract `esun-2022`: corrects what a speech recogniser heard, for the bank's competition of 2022. */

import * as v from 'valibot';
import type { SentenceInput, SentencePrediction } from '../../pipelines/text-correction/prediction.ts';
import { defineEsunContract } from '../esun/define-contract.ts';
import { replySchema, requestSchema } from '../esun/fields.ts';
import { WellFormed } from '../request-id.ts';
import { normalizeTranscripts } from '../text-sample.ts';

export const MAX_HYPOTHESES = 10;
/** Unicode code points. */
export const MAX_CHARACTERS = 10_000;
/** A character is written as several phonemes, with spaces between them. */
export const MAX_PHONEME_CHARACTERS = 10 * MAX_CHARACTERS;

const sentence = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.check((text) => hasAtMost(text, maxLength), `must have at most ${maxLength} characters`),
    WellFormed,
    v.metadata({ maxLength }),
  );

/** Counted before the items are looked at: else a body of nonsense would make a message per item of it. */
const listOf = <Item extends v.GenericSchema>(
  item: Item,
  minItems: number,
  description: string,
  examples?: readonly (readonly string[])[],
) =>
  v.pipe(
    v.unknown(),
    v.check(
      (list) => Array.isArray(list) && list.length >= minItems && list.length <= MAX_HYPOTHESES,
      `must be a list of ${minItems} to ${MAX_HYPOTHESES} sentences`,
    ),
    v.array(item),
    v.description(description),
    v.metadata({ minItems, maxItems: MAX_HYPOTHESES, ...(examples && { examples }) }),
  );

const RequestSchema = requestSchema({
  sentence_list: listOf(
    sentence(MAX_CHARACTERS),
    1,
    'The hypotheses of a speech recogniser, most probable first, with white space between words. Words such as <htr>, ' +
      'which describe the recording, are ignored, and so are sentences that consist of them.',
    [['今天 的 天器 很 好', '今天 的 天氣 很 好']],
  ),
  phoneme_sequence_list: v.optional(
    listOf(
      sentence(MAX_PHONEME_CHARACTERS),
      0,
      'The same sentences as phonemes. They are validated but not used.',
    ),
  ),
});

export const esun2022 = defineEsunContract({
  name: 'esun-2022',
  pipelines: ['text-correction'],
  request: RequestSchema,
  reply: replySchema(
    'The most probable sentence, without white space; empty if all hypotheses are empty.',
    '今天的天氣很好',
  ),
  summary: "Correction of speech recognition, for the bank's competition of 2022",
  replies: 'The most probable sentence',
  read({ sentence_list: list }): { input: SentenceInput; content: string } {
    const input = { hypotheses: normalizeTranscripts(list) };
    // As they were sent, in a form that no two lists share.
    return { input, content: JSON.stringify(list) };
  },
  prediction: ({ text }: SentencePrediction) => text,
});

/** By code points, as JSON Schema counts; most texts need no counting. */
function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && [...text].length <= characters;
}
