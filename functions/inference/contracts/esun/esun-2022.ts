import * as v from 'valibot';
import type { SentenceInput, SentencePrediction } from '../../pipelines/text-correction/prediction.ts';
import { shortList } from '../request/check-body.ts';
import { WellFormed } from '../request/request-id.ts';
import { normalizeTranscripts } from '../samples.ts';
import { defineEsunContract } from './contract.ts';

export const MAX_HYPOTHESES = 10;
/** Limit of a hypothesis in Unicode code points. */
export const MAX_CHARACTERS = 10_000;

const Hypothesis = v.pipe(
  v.string(),
  v.maxCodePoints(MAX_CHARACTERS, `must have at most ${MAX_CHARACTERS} characters`),
  WellFormed,
  v.metadata({ maxLength: MAX_CHARACTERS }),
);

const Hypotheses = v.pipe(
  shortList(Hypothesis, 1, MAX_HYPOTHESES),
  v.description(
    'The hypotheses of a speech recogniser, most probable first, with white space between words. Words such as <htr>, ' +
      'which describe the recording, are ignored, and so are sentences that consist of them.',
  ),
);

export const esun2022 = defineEsunContract({
  name: 'esun-2022',
  pipeline: 'text-correction',
  summary: "Correction of speech recognition, for E.SUN Bank's competition of 2022",
  fields: {
    sentence_list: Hypotheses,
    phoneme_sequence_list: v.optional(
      v.pipe(v.unknown(), v.description('The same sentences as phonemes. They are ignored.')),
    ),
  },
  example: { sentence_list: ['今天 的 天器 很 好', '今天 的 天氣 很 好'] },
  replies: 'The most probable sentence',
  answer: [
    'The most probable sentence, without white space; empty if all hypotheses are empty.',
    '今天的天氣很好',
  ],
  read({ sentence_list: list }): { input: SentenceInput; content: string } {
    const input = { hypotheses: normalizeTranscripts(list) };
    // The id belongs to the list as it was sent, not to the normalised one. Different lists have different JSON.
    return { input, content: JSON.stringify(list) };
  },
  prediction: ({ text }: SentencePrediction) => text,
});
