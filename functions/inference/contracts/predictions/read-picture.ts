/** The picture in a request, whatever it is wrapped in: the id of a request belongs to these bytes alone. */
import { MIMEType } from 'node:util';
import * as v from 'valibot';
import { requirePictureSize } from '../../problems/gateway-problems.ts';
import { Problem } from '../../problems/problems.ts';
import { decodePicture } from '../base64.ts';
import { type HttpRequest, readJson } from '../http.ts';
import { pictureInForm } from './form-picture.ts';
import { RequestSchema } from './schemas.ts';

/** @throws {Problem} when the request has no picture, or too large a one */
export function readPicture(request: HttpRequest): Buffer<ArrayBuffer> {
  const picture = unwrap(request);
  requirePictureSize(picture.length, request.maxBodyBytes);
  return picture;
}

function unwrap(request: HttpRequest): Buffer<ArrayBuffer> {
  const declared = request.header('content-type');
  if (declared === undefined) return request.body;
  const mediaType = parseMediaType(declared);
  switch (mediaType?.essence) {
    case 'application/octet-stream':
      return request.body;
    case 'multipart/form-data':
      return pictureInForm(request.body, mediaType.params.get('boundary') ?? '');
    case 'application/json':
      return pictureInJson(readJson(request), request.maxBodyBytes);
  }
  // A picture is known by its bytes, whatever kind of picture it is said to be.
  if (mediaType?.type === 'image') return request.body;
  throw new Problem(
    'media-type',
    'The body must be the picture itself (content-type: image/jpeg, for example), a form with it ' +
      '(multipart/form-data), or {"image": "…"} with it in base64 (application/json).',
  );
}

function pictureInJson(body: unknown, most: number | undefined): Buffer<ArrayBuffer> {
  if (v.is(RequestSchema, body)) return decodePicture(body.image, most);
  throw new Problem('invalid-request', 'The JSON must be {"image": "…"}, with the picture in base64.', {
    errors: [{ pointer: '/image', detail: 'must be the picture in base64' }],
  });
}

function parseMediaType(declared: string): MIMEType | undefined {
  try {
    return new MIMEType(declared);
  } catch {
    return undefined;
  }
}
