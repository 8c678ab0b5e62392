/** Pictures and their labels, as this contract takes and gives them: the id of a request belongs to the picture's bytes alone. */
import { hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import * as v from 'valibot';
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import { requirePictureSize } from '../../problems/gateway-problems.ts';
import { Problem } from '../../problems/problems.ts';
import type { ModelInfo, ParsedRequest } from '../contract.ts';
import { type Bodies, jsonBody } from '../description/operation.ts';
import { type HttpRequest, readJson, uncached } from '../http.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { checkBody, strictFields } from '../request/check-body.ts';
import { cachedUnder } from '../request/request-id.ts';
import { PREDICTION_HEADER } from './client.ts';
import { describeLabelHeader, type Exchange, labelHeader, Ranking, rankingBody } from './exchange.ts';
import { pictureInForm } from './form-picture.ts';

const RequestSchema = v.pipe(
  strictFields({ image: pictureField('The picture in base64 (RFC 4648, section 4).') }),
  v.title('Request'),
);

const FormSchema = v.object({
  image: v.pipe(
    v.unknown(),
    v.description('The only file of the form. The field may have any name.'),
    v.metadata({ contentMediaType: 'application/octet-stream' }),
  ),
});

const PICTURES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/tiff',
  'application/octet-stream',
];

/** A picture as it is, or in a form. */
export const PICTURE_BODIES: Bodies = {
  ...Object.fromEntries(
    PICTURES.map((contentMediaType) => [
      contentMediaType,
      { schema: v.pipe(v.unknown(), v.metadata({ contentMediaType })) },
    ]),
  ),
  'multipart/form-data': { schema: FormSchema },
};

export function pictureLabels({ labels }: ModelInfo): Exchange<ParsedRequest<PictureInput>, LabelPrediction> {
  return {
    parse(request) {
      const picture = readPicture(request);
      const cached = cachedUnder(request, () => hash('sha256', picture));
      return { ...cached, input: { pictures: [picture], everyLabel: false } };
    },
    reply: ({ output }) => uncached(200, rankingBody(output.ranking), labelHeader(output.label)),
    summary: 'Pictures',
    schemas: { PredictionRequest: RequestSchema, Prediction: Ranking },
    describe: () => ({
      summary: `The best labels of one picture; the header ${PREDICTION_HEADER} has the predicted label, or the reject label`,
      description:
        'Accepts the picture itself, a form with it as the only file, or JSON with it in base64. All three are the same request. ' +
        `The body of the response has the best labels even if the model rejects the picture; only the header ${PREDICTION_HEADER} ` +
        'shows a rejection.',
      takes: { ...PICTURE_BODIES, ...jsonBody(RequestSchema) },
      gives: jsonBody(Ranking, exampleRanking(labels?.labels ?? [])),
      headers: describeLabelHeader(labels?.labels[0]),
    }),
    example: (url) =>
      [
        `curl -s ${url} -H "content-type: image/jpeg" --data-binary "@picture.jpg"`,
        `curl -s ${url} -F "image=@picture.jpg"`,
      ].join('\n'),
  };
}

/** What each label of an example has of all that is left: the best one most. */
const SHARE = 0.9;
const LABELS_SHOWN = 3;

/** Labels with probabilities that fall, and make no more than 1. */
function exampleRanking(labels: readonly string[]): Record<string, number> {
  const shown = labels.slice(0, LABELS_SHOWN);
  return Object.fromEntries(
    shown.map((label, place) => [label, Number((SHARE * (1 - SHARE) ** place).toFixed(6))]),
  );
}

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
  return decodePicture(checkBody(RequestSchema, body).image, most);
}

function parseMediaType(declared: string): MIMEType | undefined {
  try {
    return new MIMEType(declared);
  } catch {
    return undefined;
  }
}
