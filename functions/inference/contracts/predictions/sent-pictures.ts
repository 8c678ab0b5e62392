/** Reads pictures that are a whole body, in a form, or in JSON. The same pictures are the same request in each form. */
import { hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import type { Pictures } from '../../pipelines/picture/input/member-tensors.ts';
import { MOST_PICTURES } from '../../pipelines/picture/input/tensor-view.ts';
import { Problem } from '../../problems/problems.ts';
import type { ParsedRequest } from '../contract.ts';
import { EXAMPLE_PICTURE } from '../description/examples.ts';
import { type JsonSchema, jsonBody } from '../description/operation.ts';
import { type HttpRequest, readJson } from '../http.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedUnder } from '../request/request-id.ts';
import type { Exchange } from './exchange.ts';
import { picturesInForm } from './form-pictures.ts';

const Picture = pictureField('A picture in base64 (RFC 4648, section 4), or a data: URI with it.');

/** The JSON of a request. @param options fields beside the pictures, none of them required */
export const pictureRequest = <Options extends v.ObjectEntries>(options: Options) =>
  v.pipe(
    strictFields({
      image: v.optional(Picture),
      images: v.optional(
        v.pipe(
          v.array(Picture),
          v.minLength(1),
          v.maxLength(MOST_PICTURES),
          v.description('Several pictures, instead of `image`.'),
        ),
      ),
      ...options,
    }),
    v.title('Request'),
    v.description('Either `image` or `images`.'),
  );

/** The JSON of a request that has pictures alone. */
export const PicturesSchema = pictureRequest({});

/** A request; `isOne`: its reply is not a list. */
export interface SentPictures<Input extends Pictures> extends ParsedRequest<Input> {
  readonly isOne: boolean;
}

interface PicturesBody {
  readonly image?: string | undefined;
  readonly images?: readonly string[] | undefined;
}

/**
 * @param schema of the body, if it is JSON
 * @returns the pictures, whether the reply is a single result and not a list, and the other fields of the JSON
 * @throws {Problem} when the request has no pictures
 */
export function readPictures<Sent extends PicturesBody>(
  request: HttpRequest,
  schema: v.GenericSchema<unknown, Sent>,
) {
  const declared = request.header('content-type');
  const mediaType = declared === undefined ? undefined : parseMediaType(declared);
  if (mediaType?.essence === 'application/json') {
    const { image, images, ...fields } = checkBody(schema, readJson(request));
    if ((image === undefined) === (images === undefined)) {
      throw new Problem(
        'invalid-request',
        'The JSON must have either "image", a picture in base64, or "images", a list of them.',
        { errors: [{ pointer: '/image', detail: 'must be given, or /images, but not both' }] },
      );
    }
    const pictures = (images ?? [image!]).map(decodePicture);
    return { pictures, isOne: images === undefined, fields };
  }
  const pictures =
    mediaType?.essence === 'multipart/form-data'
      ? picturesInForm(request.body, mediaType.params.get('boundary') ?? '')
      : [request.body];
  // Any type of picture may be declared, because the file itself shows its real type.
  if (declared !== undefined && !TAKEN.test(mediaType?.essence ?? '')) {
    throw new Problem(
      'media-type',
      'The body must be the picture itself (content-type: image/jpeg, for example), a form with it ' +
        '(multipart/form-data), or {"image": "…"} with it in base64 (application/json).',
    );
  }
  return { pictures, isOne: pictures.length === 1, fields: {} };
}

const TAKEN = /^(image\/.*|application\/octet-stream|multipart\/form-data)$/;

function parseMediaType(declared: string): MIMEType | undefined {
  try {
    return new MIMEType(declared);
  } catch {
    return undefined;
  }
}

/** Reads the id of a request. It belongs to the bytes of the pictures, and to `options` if there are any. */
export function picturesUnder(request: HttpRequest, pictures: readonly Uint8Array[], options?: object) {
  return cachedUnder(request, () => {
    const [first, ...others] = pictures.map((picture) => hash('sha256', picture));
    if (others.length === 0 && !options) return first!;
    return hash('sha256', JSON.stringify([first, ...others, options]));
  });
}

const FormSchema = v.object({
  image: v.pipe(
    v.unknown(),
    v.description('A file with a picture. The field may have any name, and may be repeated.'),
    v.metadata({ contentMediaType: 'application/octet-stream' }),
  ),
});

const PICTURES = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'].map((type) => `image/${type}`);

/** Describes an exchange of pictures. @param said about its responses, in addition to what all exchanges have */
export function describedPictures(
  schemas: Exchange['schemas'],
  summary: string,
  example: unknown,
  said: { readonly description?: string; readonly headers?: JsonSchema } = {},
): Pick<Exchange, 'summary' | 'schemas' | 'describe' | 'example'> {
  const whole = [...PICTURES, 'application/octet-stream'].map((contentMediaType) => [
    contentMediaType,
    { schema: v.pipe(v.unknown(), v.metadata({ contentMediaType })) },
  ]);
  return {
    summary: 'Pictures',
    schemas,
    describe: () => ({
      summary,
      description:
        'Accepts the picture itself, a form with one or several as its files, or JSON with one or several in base64. The ' +
        `response to several is a list, in their order. The same pictures are the same request in each form. ${said.description ?? ''}`.trim(),
      takes: {
        ...Object.fromEntries(whole),
        'multipart/form-data': { schema: FormSchema },
        ...jsonBody(schemas.PredictionRequest, { image: EXAMPLE_PICTURE }),
      },
      gives: jsonBody(schemas.Prediction, example),
      replies: 'The predictions',
      ...(said.headers && { headers: said.headers }),
    }),
    example: (url) =>
      [`curl -s ${url} -T "picture.jpg"`, `curl -s ${url} -F "image=@picture.jpg"`].join('\n'),
  };
}
