/** Contract `esun-2021`: single handwritten characters, for the bank's competition of 2021. */
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import { decodePicture, pictureField } from '../base64.ts';
import { defineEsunContract } from '../esun/define-contract.ts';
import { replySchema, requestSchema } from '../esun/fields.ts';

export const esun2021 = defineEsunContract({
  name: 'esun-2021',
  pipelines: ['image-classification'],
  request: requestSchema({
    image: pictureField(
      'A picture (JPEG, PNG, WebP, AVIF, GIF or TIFF) of one character in base64 (RFC 4648, section 4).',
    ),
  }),
  reply: replySchema('One of the listed characters, or "isnull".', '永'),
  summary: "Single handwritten characters, for the bank's competition of 2021",
  replies: 'The prediction for one picture',
  read({ image }, most): { input: PictureInput; content: Uint8Array } {
    const picture = decodePicture(image, most);
    return { input: { pictures: [picture], everyLabel: false }, content: picture };
  },
  prediction: ({ label }: LabelPrediction) => label,
});
