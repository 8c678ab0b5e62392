/** Contract `esun-2021`: single handwritten characters, for the bank's competition of 2021. */
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
  summary: "Single handwritten characters, for the bank's competition of 2021",
  replies: 'The prediction for one picture',
  read({ image }): { input: PictureInput; content: Uint8Array } {
    const picture = decodePicture(image);
    return { input: { picture, everyLabel: false }, content: picture };
  },
  answer: ({ label }: LabelPrediction) => label,
});
