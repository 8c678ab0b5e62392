/** Pictures and their embeddings, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Embeddings } from '../../pipelines/embeddings.ts';
import type { Pictures } from '../../pipelines/picture-input/member-tensors.ts';
import { MOST_PICTURES } from '../../pipelines/picture-input/tensor-view.ts';
import { Problem } from '../../problems/problems.ts';
import type { ParsedRequest } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { declaredType, type HttpRequest, json, readJson } from '../http.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedUnder } from '../request/request-id.ts';
import type { Exchange } from './exchange.ts';
import { PICTURE_BODIES, readPicture } from './picture-exchange.ts';

const RequestSchema = v.pipe(
  v.strictObject({
    image: v.optional(pictureField('The picture in base64 (RFC 4648, section 4).')),
    images: v.optional(
      v.pipe(
        v.array(pictureField('A picture in base64.')),
        v.minLength(1),
        v.maxLength(MOST_PICTURES),
        v.description('Several pictures, instead of `image`.'),
      ),
    ),
  }),
  v.title('Request'),
  v.description('Either `image` or `images`.'),
);

const Embedding = v.pipe(v.array(v.number()), v.description('The embedding of the picture.'));
const Prediction = v.pipe(v.union([Embedding, v.array(Embedding)]), v.title('Prediction'));

interface SentPictures extends ParsedRequest<Pictures> {
  /** Whether the picture is no list: then the response is none either. */
  readonly isOne: boolean;
}

export function pictureEmbeddings(): Exchange<SentPictures, Embeddings> {
  return {
    parse(request) {
      const { pictures, isOne } = readPictures(request);
      const digest = () => hash('sha256', pictures.map((picture) => hash('sha256', picture)).join());
      return { ...cachedUnder(request, digest), input: { pictures }, isOne };
    },
    reply({ parsed: { isOne }, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      return json(200, isOne ? lists[0] : lists);
    },
    summary: 'Pictures',
    schemas: { PredictionRequest: RequestSchema, Prediction },
    describe: () => ({
      summary: 'The embedding of each picture',
      description:
        'Accepts the picture itself, a form with it as the only file, or JSON with one or several pictures in base64. The ' +
        'response to several pictures is a list. The same pictures are the same request in each form.',
      takes: { ...PICTURE_BODIES, ...jsonBody(RequestSchema) },
      gives: jsonBody(Prediction, [0.6, -0.8]),
      replies: 'The predictions',
    }),
    example: (url) => `curl -s ${url} -H "content-type: image/jpeg" --data-binary "@picture.jpg"`,
  };
}

/** @throws {Problem} when the request has no picture, or too large a one */
function readPictures(request: HttpRequest): { pictures: Buffer<ArrayBuffer>[]; isOne: boolean } {
  if (declaredType(request) !== 'application/json') return { pictures: [readPicture(request)], isOne: true };
  const { image, images } = checkBody(RequestSchema, readJson(request));
  if ((image === undefined) === (images === undefined)) {
    throw new Problem(
      'invalid-request',
      'The JSON must have either "image", a picture in base64, or "images", a list of them.',
      { errors: [{ pointer: '/image', detail: 'must be there, or /images, and not both' }] },
    );
  }
  const pictures = (images ?? [image!]).map((text) => decodePicture(text, request.maxBodyBytes));
  return { pictures, isOne: images === undefined };
}
