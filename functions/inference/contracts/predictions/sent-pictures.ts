/** Reads and describes requests with pictures: as the body, in a form, or in JSON. The cache does not distinguish the three. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Pictures } from '../../pipelines/picture/input/member-tensors.ts';
import { MOST_PICTURES } from '../../pipelines/picture/input/tensor-view.ts';
import { Problem } from '../../problems/problems.ts';
import { EXAMPLE_PICTURE } from '../description/examples.ts';
import { jsonBody } from '../description/operation.ts';
import { declaredType, type HttpRequest, readJson } from '../http.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { checkBody, shortList } from '../request/check-body.ts';
import { cachedUnder } from '../request/request-id.ts';
import { picturesInForm } from './form-pictures.ts';
import { type FormatDescription, requestSchema, type SentRequest } from './format.ts';

const Picture = pictureField('A picture in base64 (RFC 4648, section 4), or a data: URI with it.');

export const PICTURE_ENTRIES = {
  image: v.optional(Picture),
  images: v.optional(
    v.pipe(shortList(Picture, 1, MOST_PICTURES), v.description('Several pictures, instead of `image`.')),
  ),
};

export const PicturesSchema = requestSchema(PICTURE_ENTRIES, 'image', 'images');

type PicturesBody = v.InferOutput<typeof PicturesSchema>;

/**
 * Reads a request. A repeat with its `Idempotency-Key` must have the same bytes of pictures, and the same other fields of the JSON.
 * @param schema of the body, if it is JSON
 * @throws {Problem} if the media type, the form, the JSON or the base64 of a picture is wrong
 */
function pictureRequest<Sent extends PicturesBody>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
): SentRequest<Pictures & Omit<Sent, keyof PicturesBody>> {
  const { pictures, isOne, fields } = readPictures(request, schema);
  const cached = cachedUnder(request, () => {
    const [first, ...others] = pictures.map((picture) => hash('sha256', picture));
    const isAlone = others.length === 0 && Object.keys(fields).length === 0;
    return isAlone ? first! : hash('sha256', JSON.stringify([first, ...others, fields]));
  });
  return { ...cached, input: { pictures, ...fields }, isOne };
}

function readPictures<Sent extends PicturesBody>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
) {
  const mediaType = declaredType(request);
  if (mediaType === 'application/json') {
    const { image, images = [image!], ...fields } = checkBody(schema, readJson(request));
    return { pictures: images.map(decodePicture), isOne: image !== undefined, fields };
  }
  const pictures = mediaType === 'multipart/form-data' ? picturesInForm(request) : [request.body];
  // Any type of picture may be declared, because the file itself shows its real type.
  if (mediaType !== undefined && !SUPPORTED.test(mediaType)) {
    throw new Problem(
      'media-type',
      'The body must be the picture itself (content-type: image/jpeg, for example), a form with it ' +
        '(multipart/form-data), or {"image": "…"} with it in base64 (application/json).',
    );
  }
  return { pictures, isOne: pictures.length === 1, fields: {} as Omit<Sent, keyof PicturesBody> };
}

const SUPPORTED = /^(image\/.*|application\/octet-stream|multipart\/form-data)$/;

const File = v.pipe(v.unknown(), v.metadata({ contentMediaType: 'application/octet-stream' }));
const FormSchema = v.object({
  image: v.pipe(
    File,
    v.description('A file with a picture. The field may have any name, and may be repeated.'),
  ),
});

/**
 * A `PredictionFormat` for pictures, without `reply`.
 * @param schema of the body, if it is JSON
 */
export function takesPictures<Sent extends PicturesBody>(
  schema: v.GenericSchema<unknown, Sent>,
  Prediction: v.GenericSchema,
  { summary, example, headers = {} }: FormatDescription,
) {
  return {
    parse: (request: HttpRequest) => pictureRequest(request, schema),
    summary: 'Pictures',
    schemas: { PredictionRequest: schema, Prediction },
    operation: {
      summary,
      description:
        'Accepts the picture itself, a form with pictures as files, or JSON with pictures in base64. The response to ' +
        'several pictures, and to `images`, is a list in their order. A repeat with the same key may send them in another way.',
      takes: {
        'image/*': { schema: File },
        'application/octet-stream': { schema: File },
        'multipart/form-data': { schema: FormSchema },
        ...jsonBody(schema, { image: EXAMPLE_PICTURE }),
      },
      gives: jsonBody(Prediction, example),
      headers,
    },
  };
}
