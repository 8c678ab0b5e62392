/** Contract `esun-2021`: single handwritten characters, as the bank's competition of 2021 asked for them. */
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/types.ts';
import { decodePicture } from '../base64-picture.ts';
import { defineEsunContract } from '../esun/define-contract.ts';
import { ReplySchema, RequestSchema } from './schema.ts';

export const esun2021 = defineEsunContract({
  name: 'esun-2021',
  pipelines: ['image-classification'],
  schemaPrefix: 'Esun2021',
  request: RequestSchema,
  reply: ReplySchema,
  summary: "Single handwritten characters, as the bank's competition of 2021 asked for them",
  answers: 'The answer to one picture',
  read({ image }): { input: PictureInput; content: Uint8Array } {
    const picture = decodePicture(image);
    return { input: { picture, everyLabel: false }, content: picture };
  },
  answer: ({ label }: LabelPrediction) => label,
});
