/** Contract `esun-2022`: corrects what a speech recogniser heard, for the bank's competition of 2022. */
import type { SentenceInput, SentencePrediction } from '../../pipelines/text-correction/types.ts';
import { defineEsunContract } from '../esun/define-contract.ts';
import { normalizeTranscripts } from '../normalize-transcript.ts';
import { ReplySchema, RequestSchema } from './schema.ts';

export const esun2022 = defineEsunContract({
  name: 'esun-2022',
  pipelines: ['text-correction'],
  schemaPrefix: 'Esun2022',
  request: RequestSchema,
  reply: ReplySchema,
  summary: "Correction of what a speech recogniser heard, for the bank's competition of 2022",
  replies: 'The sentence that was most probably said',
  read({ sentence_list: list }): { input: SentenceInput; content: string } {
    const input = { hypotheses: normalizeTranscripts(list), everyPlace: false };
    // As they were sent, in a form that no two lists share.
    return { input, content: JSON.stringify(list) };
  },
  answer: ({ text }: SentencePrediction) => text,
});
