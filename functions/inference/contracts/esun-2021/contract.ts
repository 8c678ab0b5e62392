/** Contract `esun-2021`: single handwritten characters, for the bank's competition of 2021. */

import * as v from 'valibot';
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import { decodePicture, pictureField } from '../base64.ts';
import { defineEsunContract } from '../esun/define-contract.ts';
import { EsunTimestamp, EsunUuid, Retry, replySchema } from '../esun/fields.ts';

const RequestSchema = v.pipe(
  v.object({
    esun_uuid: EsunUuid,
    esun_timestamp: EsunTimestamp,
    image: pictureField('A JPEG, PNG or WebP of one character in base64 (RFC 4648, section 4).'),
    retry: Retry,
  }),
  v.title('Request'),
  v.description('Further fields are ignored.'),
);

const ReplySchema = replySchema('One of the listed characters, or "isnull".', '永');

export const esun2021 = defineEsunContract({
  name: 'esun-2021',
  pipelines: ['image-classification'],
  schemaPrefix: 'Esun2021',
  request: RequestSchema,
  reply: ReplySchema,
  summary: "Single handwritten characters, for the bank's competition of 2021",
  replies: 'The prediction for one picture',
  read({ image }, most): { input: PictureInput; content: Uint8Array } {
    const picture = decodePicture(image, most);
    return { input: { picture, everyLabel: false }, content: picture };
  },
  prediction: ({ label }: LabelPrediction) => label,
});
