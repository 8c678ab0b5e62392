import type { LabelPredictions, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import { EXAMPLE_PICTURE } from '../description/examples.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { defineEsunContract } from './contract.ts';

export const esun2021 = defineEsunContract({
  name: 'esun-2021',
  pipeline: 'image-classification',
  summary: "Single handwritten characters, for E.SUN Bank's competition of 2021",
  fields: {
    image: pictureField(
      'A picture (JPEG, PNG, WebP, AVIF, GIF or TIFF) of one character in base64 (RFC 4648, section 4).',
    ),
  },
  example: { image: EXAMPLE_PICTURE },
  replies: 'The prediction for one picture',
  answer: ['A label from /labels, or the reject label, such as "isnull".', '永'],
  read({ image }): { input: PictureInput; content: Uint8Array } {
    const picture = decodePicture(image);
    return { input: { pictures: [picture] }, content: picture };
  },
  prediction: ([{ label }]: LabelPredictions) => label,
});
